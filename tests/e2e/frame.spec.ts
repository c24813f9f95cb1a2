import { expect, type Page } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";

const entries = ["Dashboard", "Keywords", "Notifications", "Subscription", "Settings"];

test("the sidebar on a wide screen has five entries, the current path marked and the user", async ({
  page,
}) => {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ firstName: "Maya", lastName: "Okafor" });
  // The sandbox posts the default keyword.
  const watch = await createWatch(user, { keyword: "quillon" });
  await createNotification(watch);
  await signInAs(page, user);
  await page.goto("/keywords");
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  expect((await sidebar.boundingBox())?.width).toBe(256);
  const nav = sidebar.getByRole("navigation", { name: "Main" });
  const links = nav.getByRole("link");
  await expect(links).toHaveText(entries.map((entry) => new RegExp(`^${entry}`)));
  await expect(nav.locator("[aria-current]")).toHaveText("Keywords");
  await expect(nav.getByRole("link", { name: "Notifications 1 unread" })).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(sidebar.getByText("Maya Okafor")).toBeVisible();
  await expect(sidebar.getByText(user.email)).toBeVisible();
  await expect(sidebar.getByRole("region", { name: "Listening" })).toContainText("Listening");
  await page.goto(`/keywords/${watch.id}`);
  await expect(nav.locator("[aria-current]")).toHaveText("Keywords");
  await page.goto("/subscription/cancel");
  await expect(nav.locator("[aria-current]")).toHaveCount(0);
});

test("an account without active watches sees Not listening", async ({ page }) => {
  const { createUser } = await factories();
  await signInAs(page, await createUser());
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Listening" })).toHaveText("Not listeningNo active keywords");
});

test("the first Tab stop skips the sidebar", async ({ page }) => {
  const { createUser } = await factories();
  await signInAs(page, await createUser());
  await page.goto("/dashboard");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
});

test("the mobile menu is modal, closes by Escape or backdrop and restores the focus", async ({ page }) => {
  const { createUser } = await factories();
  await signInAs(page, await createUser());
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto("/dashboard");
  await expect(page.getByRole("complementary", { name: "Sidebar" })).toBeHidden();
  const opener = page.getByRole("button", { name: "Open menu" });
  const menu = page.getByRole("dialog", { name: "Menu" });

  await opener.press("Enter");
  await expect(menu.getByRole("link", { name: "Settings" })).toBeVisible();
  // A modal dialog traps the focus; the page behind it must not get it.
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("Tab");
    const isBehind = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && focused?.closest("dialog") === null;
    });
    expect(isBehind).toBe(false);
  }
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await page.mouse.click(360, 400);
  await expect(menu).toBeHidden();

  await opener.click();
  await menu.getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(menu).toBeHidden();

  await opener.click();
  await page.setViewportSize({ width: 1280, height: 740 });
  await expect(menu).toBeHidden();
  await page.getByRole("link", { name: "Keywords" }).first().click();
  await expect(page).toHaveURL(/\/keywords$/);
});

const hasEntry = (page: Page) =>
  page.waitForFunction(() => (history.state as { isOverlay?: boolean } | null)?.isOverlay === true);

test("Back closes the mobile menu, and after following one of its links returns to the previous screen", async ({
  page,
}) => {
  const { createUser } = await factories();
  await signInAs(page, await createUser());
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto("/dashboard");
  await page.goto("/keywords");
  const opener = page.getByRole("button", { name: "Open menu" });
  const menu = page.getByRole("dialog", { name: "Menu" });
  await opener.click();
  await hasEntry(page);
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/keywords$/);

  await opener.click();
  await hasEntry(page);
  await menu.getByRole("link", { name: "Settings" }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/settings$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/keywords$/);
  await expect(menu).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
});

const closings: Record<string, (page: Page) => Promise<void>> = {
  Escape: (page) => page.keyboard.press("Escape"),
  "its backdrop": (page) => page.mouse.click(360, 400),
  "a link to the current screen": (page) =>
    page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Keywords" }).click(),
};

for (const [name, close] of Object.entries(closings))
  test(`Back leaves the screen after the mobile menu was closed by ${name}`, async ({ page }) => {
    const { createUser } = await factories();
    await signInAs(page, await createUser());
    await page.setViewportSize({ width: 375, height: 740 });
    await page.goto("/dashboard");
    await page.goto("/keywords");
    await page.getByRole("button", { name: "Open menu" }).click();
    await hasEntry(page);
    await close(page);
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
