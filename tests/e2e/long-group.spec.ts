import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, withDatabase, test, waitForHydration } from "../support/e2e-person";
import { createManyNotifications } from "../support/many-notifications";

const rows = (page: Page) => page.locator("main [data-row]");
/** The row with this position in the whole list, even if earlier rows aren't rendered. */
const row = (page: Page, at: number) => page.locator(`main [data-row][aria-posinset="${at}"]`);
/** The list scrolls by itself or, in narrow windows, with the page. */
const scrollList = (page: Page, top: number) =>
  page.evaluate((top) => {
    window.scrollTo(0, top);
    document.querySelector("main [data-list]")!.scrollTo(0, top);
  }, top);
const scrollToEnd = (page: Page) => scrollList(page, 1_000_000);
const scrollToTop = (page: Page) => scrollList(page, 0);

/** Opens a group of `count` matches and loads `shown` of them. */
async function openGroup(page: Page, count: number, shown: number) {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ firstName: "Maya" });
  const watch = await createWatch(user, { keyword: "quillon", subreddits: ["all"] });
  await createManyNotifications([watch], count);
  await signInAs(page, user);
  await page.goto("/notifications");
  await waitForHydration(page);
  // The first hundred of the first group are loaded automatically.
  await expect(page.getByText("Showing 100 of")).toBeVisible();
  for (let now = 200; now <= shown; now += 100) {
    await page.getByRole("button", { name: "Show all" }).click();
    await expect(page.getByText(`Showing ${now} of`)).toBeVisible();
  }
  await scrollToTop(page);
  await expect(row(page, 1)).toBeVisible();
  return user;
}

// Window width and the x position of a point over the list.
for (const [width, x] of [
  [1280, 500],
  [375, 150],
] as const) {
  test(`renders only nearby rows of a long group, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openGroup(page, 600, 500);
    // The last row is always rendered: `k` from below the group focuses it.
    await expect(row(page, 490)).toHaveCount(0);
    expect(await rows(page).count()).toBeLessThan(100);
    await expect(row(page, 1)).toHaveAttribute("aria-setsize", "500");

    // Scroll to the end by wheel. Rows fill the window at every stop.
    const height = await page.evaluate(() =>
      Math.max(document.body.scrollHeight, document.querySelector("main [data-list]")!.scrollHeight),
    );
    await page.mouse.move(x, 500);
    for (let turn = 1; turn <= 20; turn += 1) {
      await page.mouse.wheel(0, height / 20);
      await expect
        .poll(() =>
          page.evaluate((x) => document.elementFromPoint(x, 400)!.closest("[data-row]") !== null, x),
        )
        .toBe(true);
    }
    await scrollToEnd(page);
    await expect(row(page, 500)).toBeInViewport();
    // The selected row, the first on wide screens, stays rendered.
    await expect(row(page, 10)).toHaveCount(0);
    expect(await rows(page).count()).toBeLessThan(100);
    expect(await axeFindings(page)).toEqual([]);

    // Rows that aren't rendered keep their space, so the top is unchanged.
    await scrollToTop(page);
    await expect(row(page, 1)).toBeInViewport();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });
}

test("the focused row stays rendered and keys continue from it", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openGroup(page, 400, 300);
  await row(page, 12).focus();
  await scrollToEnd(page);
  await expect(row(page, 300)).toBeInViewport();
  await expect(row(page, 12)).toBeFocused();
  await expect(row(page, 60)).toHaveCount(0);

  await page.keyboard.press("j");
  await expect(row(page, 13)).toBeFocused();
  await expect(row(page, 13)).toBeInViewport();
  for (let turn = 0; turn < 45; turn += 1) await page.keyboard.press("j");
  await expect(row(page, 58)).toBeFocused();
  for (let turn = 0; turn < 46; turn += 1) await page.keyboard.press("k");
  await expect(row(page, 12)).toBeFocused();

  // After archiving off-screen, the next row has the focus as usual.
  await page.keyboard.press("e");
  await expect(row(page, 12)).toBeFocused();
  await expect(row(page, 12)).toHaveAttribute("aria-setsize", "299");
  await page.keyboard.press("z");
  await expect(row(page, 13)).toHaveAttribute("aria-setsize", "300");
});

test("loads the next rows if earlier ones were archived elsewhere", async ({ page }) => {
  const user = await openGroup(page, 300, 100);
  const where = { userId: user.id };
  const first = await withDatabase((db) =>
    db.notification.findMany({ where, orderBy: { createdAt: "desc" }, take: 50 }),
  );
  const ids = first.map(({ id }) => id);
  await withDatabase((db) =>
    db.notification.updateMany({ where: { id: { in: ids } }, data: { status: "archived" } }),
  );
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(page.getByText("Showing 200 of 300")).toBeVisible();
  await scrollToEnd(page);
  await expect(row(page, 200)).toContainText("Title 200");
});

test("a long group is printed in full", async ({ page }) => {
  await openGroup(page, 100, 100);
  await expect(row(page, 90)).toHaveCount(0);
  const printed = await page.evaluate(() => {
    window.dispatchEvent(new Event("beforeprint"));
    return document.querySelectorAll("main [data-row]").length;
  });
  expect(printed).toBe(100);
  await expect(row(page, 90)).toHaveCount(0);
});

test("a range includes rows that aren't rendered", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openGroup(page, 400, 300);
  await row(page, 3).hover();
  await row(page, 3).getByRole("checkbox").check();
  await scrollToEnd(page);
  await expect(row(page, 290)).toBeVisible();
  await row(page, 290)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(page.getByText("288 selected")).toBeVisible();
});
