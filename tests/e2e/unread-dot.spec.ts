import { expect, type Browser, type Page } from "@playwright/test";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";
import { getDotDistances } from "../support/unread-dots";

/** Four unread matches and a read one. */
async function arrange(page: Page): Promise<void> {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ firstName: "Maya" });
  const watch = await createWatch(user, { keyword: "quillon", subreddits: ["smallbusiness"] });
  for (let at = 0; at < 4; at += 1)
    await createNotification(watch, {
      createdAt: new Date(Date.now() - at * 60_000),
      item: { title: `Quillon, part ${at}`, content: "A fix by breakfast." },
    });
  await signInAs(page, user);
  await page.goto("/notifications");
  await waitForHydration(page);
}

async function expectApart(page: Page, state: string): Promise<void> {
  const found = await page.evaluate(getDotDistances);
  expect(found, state).toHaveLength(4);
  expect(Math.min(...found), state).toBeGreaterThanOrEqual(1);
}

const rows = (page: Page) => page.locator("main [data-row]");

for (const width of [1100, 1280, 1920])
  test(`the unread dot and the checkbox are apart at ${width} px, with a mouse`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await arrange(page);
    await page.mouse.move(0, 0);
    await expectApart(page, "at rest");
    await rows(page).nth(1).hover();
    await expect(rows(page).nth(1).locator(".mention-choice")).toHaveCSS("opacity", "1");
    await expectApart(page, "hovered");
    await page.keyboard.press("j");
    await expectApart(page, "focused");
    await page.keyboard.press("x");
    await expect(page.locator("[data-selecting]")).toBeVisible();
    await expectApart(page, "selecting");
  });

test("the unread dot and the checkbox are apart on touch screens, with every checkbox visible", async ({
  browser,
  baseURL,
}) => {
  const context = await touching(browser, baseURL!);
  const page = await context.newPage();
  await arrange(page);
  for (let at = 0; at < 4; at += 1)
    await expect(rows(page).nth(at).locator(".mention-choice")).toHaveCSS("opacity", "1");
  await expectApart(page, "at rest");
  await rows(page).first().locator("input").tap();
  await expectApart(page, "selecting");
  await context.close();
});

const touching = (browser: Browser, baseURL: string) =>
  browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 800 },
    hasTouch: true,
    serviceWorkers: "block",
  });
