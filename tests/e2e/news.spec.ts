import { expect, type BrowserContext, type Page } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";
import { seen } from "../support/e2e-seen";

const pollMs = 30_000;

async function arrange(page: Page) {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser();
  const watch = await createWatch(user, { keyword: "quillon" });
  await page.clock.install();
  await signInAs(page, user);
  const make = (title: string) =>
    createNotification(watch, {
      createdAt: new Date(Date.now() + 1_000),
      item: { title, place: "freelance" },
    });
  return { user, watch, make };
}

/** Replaces the browser's system notifications and records them. */
async function allowSystemAlerts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shown: object[] = [];
    class Alert {
      static permission = "granted";
      constructor(title: string, options: object) {
        shown.push({ title, ...options });
      }
    }
    Object.assign(window, { Notification: Alert, shownAlerts: shown });
  });
}

const alertTexts = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { shownAlerts: { body: string }[] }).shownAlerts.map(({ body }) => body),
  );

async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(
    (visibilityState) => {
      Object.defineProperty(document, "visibilityState", { get: () => visibilityState, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    isVisible ? "visible" : "hidden",
  );
}

const messages = (page: Page) => page.getByRole("region", { name: "Messages" }).locator("[data-type]");

/** Number of this browser's tabs that poll, and that wait for their turn. */
function tabsListening(page: Page): Promise<{ asking: number; waiting: number }> {
  return page.evaluate(async () => {
    const { held: stored = [], pending = [] } = await navigator.locks.query();
    const count = (locks: LockInfo[]) => locks.filter(({ name }) => name === "earshot-news").length;
    return { asking: count(stored), waiting: count(pending) };
  });
}

/** The clock can only stop at a time that a slow machine hasn't reached by then. */
const marginMs = 10_000;

/** Advances the clock by the margin and stops it there. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + marginMs);
}

/** Advances the clock by one poll interval and stops it there, so toasts stay until they are checked. */
async function advanceUntilRequested(page: Page): Promise<void> {
  await pauseClock(page);
  await page.clock.runFor(pollMs + 1_000 - marginMs);
}

/** Opens a page and waits until it polls. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(async () => (await tabsListening(page)).asking).toBe(1);
}

const pill = (page: Page) => page.locator(".news");

test("on the inbox new matches wait behind a line and in the counts, without a pill", async ({
  page,
  context,
}) => {
  const { make } = await arrange(page);
  await allowSystemAlerts(context);
  await open(page, "/notifications");
  await expect(page.getByText("0 unread notifications", { exact: true })).toBeVisible();
  await make("Support answered on a Sunday");
  const requested = page.waitForResponse((response) => response.url().includes("/recent/popup?since="));
  await advanceUntilRequested(page);
  expect((await requested).status()).toBe(200);
  const line = page.getByRole("button", { name: "1 new in quillon" });
  await expect(line).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(0);
  await expect(page.getByText("1 unread notification", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Notifications/ }).first()).toContainText("1 unread");
  await expect(page).toHaveTitle("(1) Notifications · Earshot");
  const alerts = await page.evaluate(() => (window as unknown as { shownAlerts: object[] }).shownAlerts);
  expect(alerts).toMatchObject([
    { title: "New match for quillon", body: "r/freelance: Support answered on a Sunday" },
  ]);
  await expect(pill(page)).toHaveCount(0);
  await expect(messages(page)).toHaveCount(0);
  await line.click();
  await expect(page.getByRole("article").first()).toContainText("Support answered on a Sunday");
  await expect(line).toHaveCount(0);
});

test("elsewhere a pill announces them, at most once a minute and over no control", async ({ page }) => {
  const { make } = await arrange(page);
  // A poll between two matches would announce fewer than seven. Pausing the clock can also start one.
  const polls = /\/recent\/popup\?/;
  await page.route(polls, (route) => route.fulfill({ json: { notifications: [], total: 0 } }));
  await open(page, "/dashboard");
  await pauseClock(page);
  for (let n = 1; n <= 7; n += 1) await make(`News ${n}`);
  await page.unroute(polls);
  await page.clock.runFor(pollMs + 1_000);
  await expect(pill(page)).toContainText("7 new matches");
  const numbers = page.getByRole("region", { name: "Numbers" });
  await expect(numbers).toContainText("Total Notifications7");
  await expect(messages(page)).toHaveCount(0);
  const covered = () =>
    page.evaluate(() => {
      const pill = document.querySelector<HTMLElement>(".news")!;
      if (getComputedStyle(pill).visibility === "hidden") return [];
      const own = pill.getBoundingClientRect();
      return [...document.querySelectorAll("a, button, input, select, summary")]
        .filter((one) => !pill.contains(one))
        .filter((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return left < own.right && right > own.left && top < own.bottom && bottom > own.top;
        })
        .map((one) => one.outerHTML.slice(0, 80));
    });
  // The pill checks its place on resize events and at this interval. A slow machine shows the result late.
  const lookMs = 250;
  let ranMs = 0;
  for (const width of [375, 768, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const look = async () => {
      await page.clock.runFor(lookMs);
      ranMs += lookMs;
      return covered();
    };
    await expect.poll(look, { message: String(width) }).toEqual([]);
  }
  // Earlier than a minute after the first announcement, nothing changes.
  await make("News 8");
  await page.clock.runFor(pollMs - 2_000 - ranMs);
  await expect(pill(page)).toContainText("7 new matches");
  await page.clock.runFor(pollMs * 2);
  await expect(pill(page)).toContainText("8 new matches");
  // Dialogs hide it, and dismissing removes it.
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(pill(page)).toBeHidden();
  await page.keyboard.press("Escape");
  await page.clock.runFor(1_000);
  await pill(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(pill(page)).toHaveCount(0);
  await page.clock.runFor(pollMs * 3);
  await expect(pill(page)).toHaveCount(0);
});

test("alerts of delayed matches when the page is hidden", async ({ page, context }) => {
  const { make } = await arrange(page);
  await allowSystemAlerts(context);
  await open(page, "/dashboard");
  await make("News 1");
  await advanceUntilRequested(page);
  await expect.poll(() => alertTexts(page)).toEqual(["r/freelance: News 1"]);
  await make("News 2");
  await page.clock.runFor(pollMs);
  await expect(page.getByRole("region", { name: "Numbers" })).toContainText("Total Notifications2");
  expect(await alertTexts(page)).toEqual(["r/freelance: News 1"]);
  await setVisible(page, false);
  await expect.poll(() => alertTexts(page)).toEqual(["r/freelance: News 1", "r/freelance: News 2"]);
});

test("matches of a hidden page are announced on return, without a second alert", async ({
  page,
  context,
}) => {
  const { make } = await arrange(page);
  await allowSystemAlerts(context);
  await page.route("**/api/notifications/live", (route) => route.abort());
  await open(page, "/dashboard");
  // Without a live connection, the page polls once more when it is hidden.
  const polled = page.waitForResponse((response) => response.url().includes("/recent/popup?since="));
  await setVisible(page, false);
  await polled;
  await make("News 1");
  await page.clock.runFor(pollMs * 2);
  await setVisible(page, true);
  await expect(pill(page)).toContainText("New match for quillon");
  expect(await alertTexts(page)).toEqual([]);
});

test("only one tab polls and announces; the other refreshes its lists", async ({ page, context }) => {
  const { make } = await arrange(page);
  await open(page, "/dashboard");
  const other = await context.newPage();
  const requested: string[] = [];
  other.on("request", (request) => request.url().includes("/recent/popup") && requested.push(request.url()));
  await other.goto("/notifications");
  await expect(other.getByText("0 unread notifications", { exact: true })).toBeVisible();
  await expect.poll(() => tabsListening(other)).toEqual({ asking: 1, waiting: 1 });
  await make("Once");
  // Both tabs share the browser's clock.
  await advanceUntilRequested(page);
  await expect(pill(page)).toHaveCount(1);
  await expect(other.getByText("1 unread notification", { exact: true })).toBeVisible();
  await expect(pill(other)).toHaveCount(0);
  expect(requested).toEqual([]);

  // When the polling tab is closed, the other takes over.
  await page.close();
  await expect.poll(() => tabsListening(other)).toEqual({ asking: 1, waiting: 0 });
});

test("requests notification permission only on a click", async ({ page }) => {
  await arrange(page);
  await page.addInitScript(() => {
    class Alert {
      static permission = "default";
      static requestPermission() {
        Alert.permission = "granted";
        return Promise.resolve("granted");
      }
    }
    Object.assign(window, { Notification: Alert });
  });
  await page.goto("/notifications");
  const turnOn = page.getByRole("button", { name: "Turn on desktop alerts" });
  await expect(turnOn).toBeVisible();
  const shown = seen(page, "Desktop alerts are on");
  await turnOn.click();
  await shown;
  await expect(turnOn).toHaveCount(0);
});

test("the pill of several keywords opens all notifications", async ({ page }) => {
  const { user, make } = await arrange(page);
  const { createNotification, createWatch } = await factories();
  const second = await createWatch(user, { keyword: "brasserie" });
  await open(page, "/dashboard");
  await pauseClock(page);
  await make("About the first");
  await page.clock.runFor(pollMs + 1_000);
  await expect(pill(page)).toContainText("New match for quillon");
  await createNotification(second, { createdAt: new Date(Date.now() + 1_000), item: { title: "Another" } });
  await page.clock.runFor(pollMs * 3);
  await expect(pill(page)).toContainText("2 new matches");
  await expect(pill(page).getByRole("link", { name: "Show" })).toHaveAttribute("href", "/notifications");
});
