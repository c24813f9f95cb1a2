import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";

type Watched = typeof globalThis & { shifted: number };

/** Adds up layout shifts, also right after an input. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (globalThis as Watched).shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (globalThis as Watched).shifted);
}

/** Thirty unread matches of each of two keywords. */
async function arrangeInbox(page: Page) {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ firstName: "Maya" });
  for (const keyword of ["quillon", "net sixty"]) {
    const watch = await createWatch(user, { keyword, isActive: false });
    for (let at = 0; at < 30; at += 1)
      await createNotification(watch, {
        createdAt: new Date(Date.now() - at * 60_000),
        item: { title: `About ${keyword}, part ${at}`, content: "A fix by breakfast." },
      });
  }
  await signInAs(page, user);
}

const rows = (page: Page) => page.locator("main [data-row]");

for (const width of [375, 1280])
  test(`the inbox at ${width} px keeps its layout while loading and archiving`, async ({ page }) => {
    const shifted = await watchShifts(page);
    await page.setViewportSize({ width, height: 800 });
    await arrangeInbox(page);
    await page.goto("/notifications");
    await waitForHydration(page);
    await expect(rows(page).first()).toBeVisible();
    expect(await shifted()).toBeLessThan(0.1);
    const before = await shifted();
    await page.keyboard.press("x");
    await page.keyboard.press("Escape");
    expect((await shifted()) - before).toBeLessThan(0.1);
  });

test("the first minute shifts the layout by less than 0.1 after each input", async ({ page }) => {
  const shifted = await watchShifts(page);
  const { createUser } = await factories();
  await signInAs(page, await createUser({ firstName: "Sam" }));
  await page.goto("/dashboard");
  const steps = page.getByRole("region", { name: "Getting started" });
  await expect(steps).toBeVisible();
  await waitForHydration(page);
  const within = async (act: () => Promise<unknown>) => {
    const before = await shifted();
    await act();
    await waitForHydration(page);
    expect((await shifted()) - before).toBeLessThan(0.1);
  };
  await page.getByLabel("Name or URL").fill(`mole${Date.now()}`);
  await within(async () => {
    await page.getByRole("button", { name: "Show matches" }).click();
    await expect(page.getByRole("list", { name: "Suggestions" })).toBeVisible();
  });
  await within(async () => {
    await page.getByRole("button", { name: /^Add \d+ Keywords?/ }).click();
    await expect(page.getByRole("heading", { name: "Send yourself a test" })).toBeVisible();
    await expect(page.getByText(/keywords? added/).first()).toBeVisible();
  });
  await expect(page.getByRole("region", { name: "Upgrade" })).toHaveCount(0);
});

test("a window of 1280 × 800 at 200 % zoom shows mentions", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await arrangeInbox(page);
  await page.goto("/notifications");
  const { y, height } = (await rows(page).first().boundingBox())!;
  expect(y + height).toBeLessThan(400);
  expect(await axeFindings(page)).toEqual([]);
});

test("forced colors tell unread, the current row, selected rows and the current tab apart", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ forcedColors: "active" });
  await arrangeInbox(page);
  await page.goto("/notifications");
  await waitForHydration(page);
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { outline, borderLeft, borderBottom } = getComputedStyle(element);
        return { outline, borderLeft, borderBottom };
      });
  await page.mouse.move(0, 0);
  const mark = rows(page).nth(3).locator(".mention-mark");
  const unread = await mark.screenshot();
  const title = await rows(page).nth(3).getByRole("heading").innerText();
  await rows(page).nth(3).click();
  const pane = page.getByRole("region", { name: "Reading pane" });
  // Until then, the button belongs to the previous match.
  await expect(pane.getByRole("heading", { name: title, exact: true })).toBeVisible();
  await pane.getByRole("button", { name: "Mark as read" }).click();
  await rows(page).nth(5).click();
  await page.mouse.move(0, 0);
  expect((await mark.screenshot()).equals(unread)).toBe(false);
  const plain = await look("[data-row]:not([aria-current])");
  expect((await look("[data-row][aria-current]")).outline).not.toBe(plain.outline);
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  expect((await look("[data-row][data-selected]")).borderLeft).not.toBe(plain.borderLeft);
  const tab = "[role=tab]";
  expect((await look(`${tab}[aria-selected=true]`)).borderBottom).not.toBe(
    (await look(`${tab}[aria-selected=false]`)).borderBottom,
  );
});
