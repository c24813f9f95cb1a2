import { expect, type Page } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";

const pollMs = 30_000;

/**
 * A Free account with five unread notifications for two keywords, on the notifications screen. Updates arrive
 * when the page polls.
 */
async function arrange(page: Page) {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser();
  const quillon = await createWatch(user, { keyword: "quillon" });
  const late = await createWatch(user, { keyword: "net sixty" });
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  for (const n of [1, 2, 3])
    await createNotification(quillon, { createdAt: ago(n), item: { title: `Quillon ${n}` } });
  for (const n of [4, 5]) await createNotification(late, { createdAt: ago(n), item: { title: `Late ${n}` } });
  await page.clock.install();
  await page.addInitScript((ms) => {
    const begin = window.setInterval.bind(window);
    window.setInterval = ((...input: Parameters<typeof begin>) => {
      if (input[1] === ms) Object.assign(window, { isPolling: true });
      return begin(...input);
    }) as typeof window.setInterval;
  }, pollMs);
  await signInAs(page, user);
  await page.goto("/notifications");
  await expect.poll(() => page.evaluate(() => "isPolling" in window)).toBe(true);
  const requested = page.waitForResponse((response) => response.url().includes("/recent/popup"));
  // The jump is longer than a poll interval, so the page polls at its end, and again 30 s later.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2 * pollMs);
  await requested;
  const reads = ["/recent/popup", "/notifications/grouped", "/unread/count"];
  const refreshed = new Set<string>();
  page.on("response", (response) => {
    const read = reads.find((path) => response.url().includes(path));
    if (read !== undefined && response.ok()) refreshed.add(read);
  });
  let made = 0;
  return {
    /**
     * Adds a match of a keyword, then advances the clock until the page has polled and refreshed its lists.
     */
    news: async (watch: typeof quillon) => {
      made += 1;
      refreshed.clear();
      const title = `News ${made}`;
      await createNotification(watch, { createdAt: new Date(Date.now() + made * 60_000), item: { title } });
      // With a stopped clock, the page repeats failed reads only if the clock is advanced again.
      await expect(async () => {
        await page.clock.runFor(pollMs);
        await expect.poll(() => refreshed.size, { timeout: 10_000 }).toBe(reads.length);
      }).toPass();
    },
    quillon,
    late,
  };
}

/** Checks that all unread counts show this number at the same time. */
async function expectUnread(page: Page, count: number, groups: number[]) {
  const said = () =>
    page.evaluate(() => {
      const numberIn = (text: string | null | undefined) => Number(/\d+/.exec(text ?? "")?.[0] ?? 0);
      const link = [...document.querySelectorAll("aside nav a")].find((one) =>
        one.textContent?.startsWith("Notifications"),
      );
      return {
        heading: numberIn(
          document.querySelector("main h1")?.parentElement?.textContent?.replace(/^Notifications/, ""),
        ),
        sidebar: numberIn(link?.textContent),
        title: numberIn(/^\((\d+)\)/.exec(document.title)?.[1]),
        groups: [...document.querySelectorAll("summary")].map((one) =>
          numberIn(/(\d+) unread/.exec(one.textContent ?? "")?.[1]),
        ),
      };
    });
  await expect.poll(said).toEqual({ heading: count, sidebar: count, title: count, groups });
}

const mention = (page: Page, title: string) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("article") })
    .filter({ hasText: title })
    .last();

const waiting = (page: Page) => page.locator("[data-act=show-new]");

test("counts agree and rows stay while a delete is sent and updates arrive", async ({ page }) => {
  const { news: updates, late, quillon } = await arrange(page);
  await expectUnread(page, 5, [3, 2]);
  // Block the page's delete request until the test releases it.
  let letGo = () => undefined as void;
  const stored = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/notifications\/delete$/, async (route) => {
    await stored;
    await route.continue();
  });
  await mention(page, "Quillon 2").click();
  const pane = page.getByRole("region", { name: "Reading pane" });
  // Until then, the button belongs to the previous match.
  await expect(pane.getByRole("heading", { name: "Quillon 2" })).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expectUnread(page, 4, [2, 2]);
  await expect(page.getByText("Quillon 2")).toHaveCount(0);
  letGo();
  await updates(late);
  await expect(waiting(page)).toContainText("1 new in net sixty");
  await expectUnread(page, 5, [2, 2]);
  await updates(quillon);
  await expect(waiting(page)).toContainText("2 new");
  await expectUnread(page, 6, [2, 2]);
  await waiting(page).click();
  await expectUnread(page, 6, [3, 3]);
  await expect(page.getByText("Quillon 2")).toHaveCount(0);
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await expect(page.getByRole("region", { name: "Numbers" })).toContainText("6 unread");
});

test("deleting a group keeps updates that the screen does not show, and undo restores it", async ({
  page,
}) => {
  const { news: updates, quillon } = await arrange(page);
  await updates(quillon);
  await expectUnread(page, 6, [3, 2]);
  const deleted = page.waitForResponse((response) => response.url().endsWith("/notifications/delete"));
  await page.locator("details").first().getByRole("button", { name: "Delete group" }).click();
  expect(await (await deleted).json()).toMatchObject({ updated: 3 });
  await expectUnread(page, 3, [2]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectUnread(page, 6, [3, 2]);
  await waiting(page).click();
  await expectUnread(page, 6, [4, 2]);
});
