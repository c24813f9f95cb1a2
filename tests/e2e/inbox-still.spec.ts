import { expect, type Page } from "@playwright/test";
import { pressBoth } from "../support/e2e-keys";
import { factories, signInAs, withDatabase, test, waitForHydration } from "../support/e2e-person";

const keywords = ["quillon", "net sixty", "bank feed"];

/** Twenty matches of each of three keywords. They are paused, so the app records no others. */
async function arrange(page: Page, each = 20) {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ firstName: "Maya" });
  const watches = [];
  for (const [index, keyword] of keywords.entries()) {
    const watch = await createWatch(user, { keyword, isActive: false });
    for (let at = 0; at < each; at += 1) {
      await createNotification(watch, {
        createdAt: new Date(Date.now() - (index * each + at + 1) * 60_000),
        item: { title: `About ${keyword}, part ${at}`, content: "A fix by breakfast." },
      });
    }
    watches.push(watch);
  }
  await signInAs(page, user);
  return { user, watches, createNotification };
}

const rows = (page: Page) => page.locator("main [data-row]");

const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("data-row") ?? null);
const newLine = (page: Page) => page.locator("[data-act=show-new]");

async function statusesOf(userId: string): Promise<Record<string, number>> {
  const found = await withDatabase((db) =>
    db.notification.groupBy({ by: ["status"], where: { userId }, _count: true }),
  );
  return Object.fromEntries(found.map(({ status, _count }) => [status, _count]));
}

/** The place of each row in the list, without scrolling. */
const getPlaces = (page: Page) =>
  page.evaluate(() => {
    const list = document.querySelector("main [data-list]")!;
    return [...list.querySelectorAll<HTMLElement>("[data-row]")].map((row) => [
      row.dataset.row,
      row.getBoundingClientRect().top + list.scrollTop,
    ]);
  });

test("rows stay where they are while matches arrive, and j visits each of them once", async ({ page }) => {
  const { watches, createNotification } = await arrange(page);
  await page.goto("/notifications");
  await waitForHydration(page);
  // The rest of the first group has been loaded.
  await expect(rows(page)).toHaveCount(30);
  const before = await getPlaces(page);
  for (let n = 0; n < 10; n += 1) {
    await createNotification(watches[n % 2]!, { item: { title: `New ${n}`, content: "quillon" } });
    await page.waitForTimeout(500);
  }
  await expect(newLine(page)).toContainText(
    /\d+ new in quillon and net sixty|\d+ new in net sixty and quillon/,
  );
  await expect(newLine(page)).toContainText("10 new");
  // The line's place is reserved, so no row moved.
  expect(await getPlaces(page)).toEqual(before);

  const visited: (string | null)[] = [];
  const currentGroup = page.locator("main [data-rows]:has([aria-current])");
  for (let n = 0; n < 60; n += 1) {
    // A press waits only five seconds for more rows.
    await expect(currentGroup).toHaveAttribute("data-missing", "0");
    await page.keyboard.press("j");
    await expect.poll(() => focusedRow(page)).not.toBe(visited.at(-1) ?? null);
    visited.push(await focusedRow(page));
  }
  expect(new Set(visited).size).toBe(60);
  expect(visited).not.toContain(null);
  await page.keyboard.press("k");
  await expect.poll(() => focusedRow(page)).toBe(visited[58]);

  await page.keyboard.press(".");
  await expect(newLine(page)).toHaveCount(0);
  await expect(page.getByText("70 unread notifications", { exact: true })).toBeVisible();
});

test("e clears 60 matches, each in the place of the last, and z restores one exactly", async ({ page }) => {
  const { user } = await arrange(page);
  await page.goto("/notifications");
  await waitForHydration(page);
  await page.keyboard.press("j");
  await expect.poll(() => focusedRow(page)).not.toBe(null);
  const first = await focusedRow(page);
  await page.keyboard.press("e");
  await expect.poll(() => focusedRow(page)).not.toBe(first);
  await page.keyboard.press("z");
  await expect(page.locator(`[data-row="${first}"]`)).toBeVisible();
  await expect.poll(() => statusesOf(user.id)).toEqual({ unread: 60 });
  await expect.poll(() => focusedRow(page)).toBe(first);
  // Restored rows would push a row that keeps the focus out of the window.
  const left: (string | null)[] = [];
  for (let n = 0; n < 5; n += 1) {
    left.push(await focusedRow(page));
    await page.keyboard.press("e");
    await expect.poll(() => focusedRow(page)).not.toBe(left.at(-1));
  }
  for (const one of left.toReversed()) {
    await page.keyboard.press("z");
    await expect.poll(() => focusedRow(page)).toBe(one);
    await expect(page.locator(`[data-row="${one}"]`)).toBeInViewport();
  }
  for (let n = 0; n < 60; n += 1) {
    // Null while the rest of a group is loading: a press then waits for only five seconds.
    let focused: string | null = null;
    await expect.poll(async () => (focused = await focusedRow(page))).not.toBe(null);
    await page.keyboard.press("e");
    await expect.poll(() => focusedRow(page)).not.toBe(focused);
  }
  await expect(page.getByRole("heading", { name: "No notifications found" })).toBeVisible();
  await expect.poll(() => statusesOf(user.id)).toEqual({ archived: 60 });
});

test("clearing a match every 1.3 seconds stays within 120 requests a minute", async ({ page }) => {
  const matches = 20;
  const paceMs = 1_300;
  const { user } = await arrange(page);
  await page.goto("/notifications");
  await waitForHydration(page);
  await page.keyboard.press("j");
  await expect.poll(() => focusedRow(page)).not.toBe(null);
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/notifications")) sent.push(pathname);
  });
  const startedMs = Date.now();
  for (let n = 0; n < matches; n += 1) {
    await page.keyboard.press("e");
    await page.waitForTimeout(paceMs);
  }
  // A slow machine needs longer, but loads counts, lists, replies and news every ten seconds too.
  const slowMs = Date.now() - startedMs - matches * paceMs;
  const allowed = Math.floor((matches * paceMs * 120) / 60_000) + Math.ceil(slowMs / 10_000) * 5;
  expect(sent.length, sent.join(" ")).toBeLessThanOrEqual(allowed);
  await expect.poll(() => statusesOf(user.id)).toEqual({ archived: matches, unread: 60 - matches });
});

test("marking and archiving everything can be undone exactly, also for a group", async ({ page }) => {
  const { user } = await arrange(page, 4);
  await page.goto("/notifications");
  await waitForHydration(page);
  const total = page.getByText("12 unread notifications", { exact: true });
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByText("0 unread notifications", { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(total).toBeVisible();
  await expect.poll(() => statusesOf(user.id)).toEqual({ unread: 12 });
  await page.getByRole("button", { name: "Archive all" }).click();
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(total).toBeVisible();
  await page.getByRole("button", { name: "Archive group" }).first().click();
  await expect(page.getByText("8 unread notifications", { exact: true })).toBeVisible();
  await page.keyboard.press("z");
  await expect(total).toBeVisible();
  await expect.poll(() => statusesOf(user.id)).toEqual({ unread: 12 });

  await page.getByRole("button", { name: "Archive all" }).click();
  await page.getByRole("tab", { name: "Archived" }).click();
  await page.getByRole("button", { name: "Move all back" }).click();
  await expect.poll(() => statusesOf(user.id)).toEqual({ read: 12 });
});

test("a double click on Mark all as read is undone by one z", async ({ page }) => {
  const { user } = await arrange(page, 4);
  let isMarked = false;
  // The code of the empty list arrives late.
  await page.route(/\.js(\?|$)/, async (route) => {
    if (isMarked) await page.waitForTimeout(1_000);
    await route.continue();
  });
  await page.goto("/notifications");
  await waitForHydration(page);
  isMarked = true;
  await page.getByRole("button", { name: "Mark all as read" }).dblclick();
  await expect(page.getByText("0 unread notifications", { exact: true })).toBeVisible();
  await expect.poll(() => statusesOf(user.id)).toEqual({ read: 12 });
  await page.keyboard.press("z");
  await expect.poll(() => statusesOf(user.id)).toEqual({ unread: 12 });
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("an undo is sent before later changes, also if the undone change is still being sent", async ({
  page,
}) => {
  const { user } = await arrange(page, 4);
  await page.goto("/notifications");
  const archiveGroup = page.getByRole("button", { name: "Archive group" }).first();
  await expect(archiveGroup).toBeEnabled();
  const sent: string[] = [];
  let isReleased = false;
  await page.route("**/api/**", async (route) => {
    const isWrite = route.request().method() === "POST";
    if (isWrite) await expect.poll(() => isReleased).toBe(true);
    await route.continue();
  });
  page.on("requestfinished", (request) => {
    if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
  });
  const started = page.waitForRequest(/\/archive/);
  await archiveGroup.click();
  await started;
  await expect(page.getByText("8 unread notifications", { exact: true })).toBeVisible();
  await page.keyboard.press("z");
  await expect(page.getByText("12 unread notifications", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Archive all" }).click();
  await expect(rows(page)).toHaveCount(0);
  isReleased = true;
  await expect.poll(() => sent).toHaveLength(3);
  expect(await statusesOf(user.id), sent.join(" ")).toEqual({ archived: 12 });
});

test("an undo while the list is loaded again restores the rows", async ({ page }) => {
  await arrange(page, 4);
  await page.goto("/notifications");
  await waitForHydration(page);
  let isReleased = false;
  let held = 0;
  await page.route(/\/api\/notifications\/grouped/, async (route) => {
    held += 1;
    await expect.poll(() => isReleased).toBe(true);
    await route.continue();
  });
  await page.getByRole("button", { name: "Archive group" }).first().click();
  await expect.poll(() => held).toBeGreaterThan(0);
  const before = held;
  await page.keyboard.press("z");
  const isRefreshed = page.waitForResponse(/\/api\/notifications\/grouped/);
  isReleased = true;
  await isRefreshed;
  await expect.poll(() => held).toBeGreaterThan(before);
  await expect(rows(page)).toHaveCount(12);
  await expect(page.getByText("new", { exact: false }).filter({ hasText: /^\d+ new/ })).toHaveCount(0);
});

test("* g selects the whole group, including rows that are not loaded yet", async ({ page }) => {
  await arrange(page, 120);
  await page.goto("/notifications");
  await waitForHydration(page);
  await page.keyboard.press("j");
  await pressBoth(page, "*", "g");
  await expect(page.getByText("120 selected", { exact: true })).toBeVisible();
});

test("* g waits for a button that is still busy after rows were loaded", async ({ page }) => {
  await arrange(page, 120);
  await page.goto("/notifications");
  await waitForHydration(page);
  await expect(page.getByText("Showing 100 of 120")).toBeVisible();
  const rest = page.locator("[data-act=rest]").first();
  await rest.evaluate((button) => button.setAttribute("aria-busy", "true"));
  await rows(page).first().focus();
  await pressBoth(page, "*", "g");
  await page.waitForTimeout(200);
  await rest.evaluate((button) => button.removeAttribute("aria-busy"));
  await expect(page.getByText("120 selected", { exact: true })).toBeVisible();
});

test("on phones rows are short, and a tap opens a layer that Back closes", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const { user } = await arrange(page, 12);
  await page.goto("/notifications");
  await waitForHydration(page);
  // The first group is complete, without an estimated space for some of its rows.
  await expect(rows(page)).toHaveCount(22);
  const boxes = await rows(page).evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect()).map(({ top, bottom, height }) => ({ top, bottom, height })),
  );
  expect(boxes[0]!.top).toBeLessThan(230);
  expect(boxes[10]!.bottom).toBeLessThan(1_100);
  for (const { height } of boxes) {
    expect(height).toBeGreaterThanOrEqual(70);
    expect(height).toBeLessThanOrEqual(110);
  }
  const pane = page.getByRole("region", { name: "Reading pane" });
  await rows(page).first().click();
  await expect(pane.getByRole("heading", { name: "About quillon, part 0" })).toBeVisible();
  await page.goBack();
  await expect(pane).toBeHidden();
  await expect(page).toHaveURL(/\/notifications$/);
  for (let left = 36; left > 32; left -= 1) {
    await rows(page).first().click();
    await pane.getByRole("button", { name: "Archive" }).click();
    await expect(pane).toBeHidden();
  }
  await expect.poll(() => statusesOf(user.id)).toEqual({ archived: 4, unread: 32 });
});

test("on wide screens list and pane scroll alone, and the first match is selected", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await arrange(page);
  await page.goto("/notifications");
  await expect(rows(page).first()).toHaveAttribute("aria-current", "true");
  await page.locator("main [data-list]").evaluate((list) => list.scrollTo(0, 400));
  expect(await page.evaluate(() => [window.scrollY, document.documentElement.scrollHeight])).toEqual([
    0, 800,
  ]);
  const width = (await page.locator("main [data-list]").boundingBox())!.width;
  expect(width).toBeGreaterThanOrEqual(23 * 16);
  expect(width).toBeLessThanOrEqual(28 * 16);
});
