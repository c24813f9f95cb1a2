import { expect, type Page } from "@playwright/test";
import { factories, signInAs, withDatabase, test, waitForHydration } from "../support/e2e-person";
import { reloadLists } from "../support/e2e-tabs";

test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

async function arrange(page: Page, count: number) {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ firstName: "Maya" });
  const watch = await createWatch(user, { keyword: "quillon", isActive: false });
  for (let at = 0; at < count; at += 1)
    await createNotification(watch, {
      createdAt: new Date(Date.now() - at * 60_000),
      item: { title: `About quillon, part ${at}`, content: "A fix by breakfast." },
    });
  await signInAs(page, user);
  await page.goto("/notifications");
  await waitForHydration(page);
  return user;
}

const rows = (page: Page) => page.locator("main [data-row]");
const hasEntry = (page: Page) =>
  page.waitForFunction(() => (history.state as { isOverlay?: boolean } | null)?.isOverlay === true);
const pane = (page: Page) => page.getByRole("region", { name: "Reading pane" });

async function statusesOf(userId: string): Promise<Record<string, number>> {
  const found = await withDatabase((db) => db.notification.findMany({ where: { userId } }));
  const counts: Record<string, number> = {};
  for (const { status, snoozedUntil } of found) {
    const name = snoozedUntil === null ? status : "snoozed";
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Moves a finger over the first row. */
async function swipe(page: Page, dx: number, dy = 0): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const box = (await rows(page).first().boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + dx * part, y: y + dy * part }],
    });
  await touch("touchStart", 0);
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch("touchMove", part);
  // Without a pause, the page would continue to scroll.
  await page.waitForTimeout(100);
  await touch("touchEnd", 1);
}

test("matches from many places don't widen the screen", async ({ page }) => {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser();
  const watch = await createWatch(user, { keyword: "quillon", isActive: false });
  for (const place of [
    "a_name_of_21_letters",
    "another_with_21_chars",
    "PersonalFinanceCanada",
    "smallbusiness",
  ])
    await createNotification(watch, { item: { title: "About quillon", place } });
  await signInAs(page, user);
  await page.goto("/notifications");
  await waitForHydration(page);
  await expect(page.getByRole("heading", { name: "quillon", exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  const head = page.locator("main summary").first();
  expect(await head.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});

test("eleven rows that show their text end above 1,100 px", async ({ page }) => {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser();
  for (const keyword of ["quillon", "spinnaker", "halyard"]) {
    const watch = await createWatch(user, { keyword, isActive: false });
    for (let at = 0; at < 14; at += 1)
      await createNotification(watch, {
        item: { title: `Which one do you use, part ${at}?`, content: `I moved from ${keyword} to paper.` },
      });
  }
  await signInAs(page, user);
  await page.goto("/notifications");
  await waitForHydration(page);
  // The whole first group, and five rows of each other group.
  await expect(rows(page)).toHaveCount(24);
  const boxes = await rows(page).evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
  );
  expect(boxes[0]!.top).toBeLessThan(230);
  expect(boxes[10]!.bottom).toBeLessThan(1_100);
});

test("20 matches are cleared with 40 touches, and the layer closes after each", async ({ page }) => {
  const user = await arrange(page, 20);
  await page.getByRole("button", { name: "Got it" }).tap();
  let touches = 0;
  // The line of the last undo covers neither rows nor actions.
  for (let left = 20; left > 0; left -= 1) {
    await rows(page).first().tap();
    await pane(page).getByRole("button", { name: "Archive" }).tap();
    touches += 2;
    await expect(pane(page)).toBeHidden();
    await expect(rows(page)).toHaveCount(left - 1);
  }
  expect(touches).toBe(40);
  await expect(page.getByRole("heading", { name: "No notifications found" })).toBeVisible();
  await expect.poll(() => statusesOf(user.id)).toEqual({ archived: 20 });
});

test("a tap on the line of new matches shows them, and it names no key", async ({ page }) => {
  const { createNotification } = await factories();
  const user = await arrange(page, 3);
  const watch = await withDatabase((db) => db.watch.findFirstOrThrow({ where: { userId: user.id } }));
  await createNotification(watch, { item: { title: "Just arrived" } });
  const line = page.getByRole("button", { name: "1 new in quillon" });
  await expect(async () => {
    await reloadLists(page);
    await expect(line).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(line.locator("kbd")).toBeHidden();
  await line.tap();
  await expect(rows(page).first()).toContainText("Just arrived");
});

test("a swipe to the right archives, to the left snoozes, and a short or vertical one does nothing", async ({
  page,
}) => {
  const user = await arrange(page, 8);
  await expect(page.getByText("Swipe right to archive, left to snooze.")).toBeVisible();
  await page.getByRole("button", { name: "Got it" }).tap();
  await swipe(page, 60);
  await swipe(page, 20, -150);
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(rows(page)).toHaveCount(8);
  await swipe(page, 150);
  await expect(rows(page)).toHaveCount(7);
  await expect(page.getByText("Notification archived")).toBeVisible();
  await swipe(page, -150);
  await page.getByRole("dialog", { name: "Snooze until" }).getByRole("button", { name: "Tomorrow" }).click();
  await expect(rows(page)).toHaveCount(6);
  await expect.poll(() => statusesOf(user.id)).toEqual({ archived: 1, snoozed: 1, unread: 6 });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page)).toHaveCount(7);
  // The explanation appears only once.
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByText("Swipe right to archive, left to snooze.")).toHaveCount(0);
});

test("the layer hides the controls that it covers", async ({ page }) => {
  await arrange(page, 8);
  const covered = [
    page.getByRole("button", { name: "Open menu" }),
    page.getByRole("button", { name: "Filter", exact: true }),
    page.getByRole("tab", { name: "Unread" }),
  ];
  for (const one of covered) await expect(one).toBeVisible();
  await rows(page).nth(2).tap();
  await expect(pane(page)).toBeFocused();
  for (const one of covered) await expect(one).toBeHidden();
  await pane(page).getByRole("button", { name: "Back to the list" }).tap();
  for (const one of covered) await expect(one).toBeVisible();
});

test("Back closes the layer, then a dialog, and stays on the inbox", async ({ page }) => {
  await arrange(page, 8);
  await rows(page).nth(2).tap();
  await expect(pane(page)).toBeVisible();
  await hasEntry(page);
  await page.goBack();
  await expect(pane(page)).toBeHidden();
  await page.getByRole("button", { name: "More actions" }).tap();
  await page.getByRole("button", { name: "Delete all" }).tap();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await hasEntry(page);
  await page.goBack();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page).toHaveURL(/\/notifications$/);
  await expect(rows(page)).toHaveCount(8);
});

test("Back closes a popover, over the layer as well", async ({ page }) => {
  await arrange(page, 8);
  await page.getByRole("button", { name: "Filter", exact: true }).tap();
  const popup = page.getByRole("dialog", { name: "Filter" });
  await expect(popup).toBeVisible();
  await hasEntry(page);
  await page.goBack();
  await expect(popup).toBeHidden();
  await rows(page).nth(2).tap();
  await expect(pane(page)).toBeVisible();
  await pane(page).getByRole("button", { name: "Snooze" }).tap();
  const times = page.getByRole("dialog", { name: "Snooze" });
  await expect(times).toBeVisible();
  await page.goBack();
  await expect(times).toBeHidden();
  await expect(pane(page)).toBeVisible();
  await page.goBack();
  await expect(pane(page)).toBeHidden();
  await expect(page).toHaveURL(/\/notifications$/);
});

test("Back closes the filters and keeps the choice", async ({ page }) => {
  await arrange(page, 8);
  await page.getByRole("button", { name: "Filter", exact: true }).tap();
  const popup = page.getByRole("dialog", { name: "Filter" });
  await popup.getByRole("checkbox", { name: "Starred" }).tap();
  await expect(page).toHaveURL(/\?starred=true$/);
  await hasEntry(page);
  await page.goBack();
  await expect(popup).toBeHidden();
  await expect(page).toHaveURL(/\?starred=true$/);
  // The next one undoes the choice.
  await page.goBack();
  await expect(page).toHaveURL(/\/notifications$/);
});
