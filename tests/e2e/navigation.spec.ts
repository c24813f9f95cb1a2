import { expect, type Page } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";

async function arrange(page: Page) {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ plan: "pro" });
  for (let at = 0; at < 18; at += 1) await createWatch(user, { keyword: `word ${at}` });
  await signInAs(page, user);
}
const hasEntry = (page: Page) =>
  page.waitForFunction(() => (history.state as { isOverlay?: boolean } | null)?.isOverlay === true);
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test("every navigation starts at the top, and Back restores the position", async ({ page }) => {
  await arrange(page);
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto("/keywords");
  const link = (name: string) => page.getByRole("link", { name, exact: true }).first();
  for (const [from, to] of [
    [500, "Settings"],
    [20, "Keywords"],
    [32, "Settings"],
    [0, "Dashboard"],
  ] as const) {
    await page.evaluate((y) => scrollTo(0, y), from);
    await link(to).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(
      { Settings: "Settings", Keywords: "Keyword Watches", Dashboard: "Welcome back" }[to],
    );
    await expect.poll(() => scrolled(page)).toBe(0);
  }
});

test("Back closes an open dialog on phones, and the next Back leaves the screen", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await arrange(page);
  await page.goto("/dashboard");
  await page.goto("/keywords");
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await hasEntry(page);
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL(/\/keywords$/);
  // Closing it otherwise leaves its history entry, which Back skips.
  await page.getByRole("button", { name: "Import" }).click();
  await hasEntry(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("signed-in people get a way back to the app on public pages", async ({ page }) => {
  await arrange(page);
  await page.goto("/developers");
  await expect(page.getByRole("link", { name: "Go to Dashboard" })).toHaveAttribute("href", "/dashboard");
  await expect(page.getByRole("link", { name: "Sign In" })).toHaveCount(0);
});

test("offline, the sidebar doesn't say Listening", async ({ page, context }) => {
  await arrange(page);
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Listening" })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByRole("region", { name: "Offline" })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Sidebar" })).not.toContainText("Listening");
});
