import { expect, type Page } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";

/**
 * Opens a screen and blocks its scripts until the returned function is called. The page is rendered but not
 * interactive.
 */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  let release = () => {};
  const stored = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/_next/static/**/*.js", (route) => stored.then(() => route.continue()));
  await page.goto(path, { waitUntil: "commit" });
  return async () => {
    release();
    await page.waitForFunction(() => !("earlyInput" in window));
  };
}

test("input submitted before the scripts load is sent after hydration", async ({ page }) => {
  const bodies: unknown[] = [];
  await page.route("**/api/auth/login", (route) => {
    bodies.push(route.request().postDataJSON());
    return route.fulfill({
      status: 401,
      json: { code: "INVALID_CREDENTIALS", message: "Invalid email or password" },
    });
  });
  const listen = await openWithoutScripts(page, "/login");
  await page.getByLabel("Email", { exact: true }).fill("maya@tidewater.example");
  await page.getByLabel("Password", { exact: true }).fill("Correct-horse-7");
  await page.keyboard.press("Enter");
  await listen();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("maya@tidewater.example");
  await expect(page.getByText("Invalid email or password")).toBeVisible();
  expect(bodies).toEqual([{ email: "maya@tidewater.example", password: "Correct-horse-7" }]);
});

test("the email address of the last form isn't added to a focused field", async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem("carriedEmail", "before@tidewater.example"));
  const listen = await openWithoutScripts(page, "/login");
  const email = page.getByLabel("Email", { exact: true });
  await email.focus();
  await listen();
  await page.keyboard.insertText("maya@tidewater.example");
  await expect(email).toHaveValue("maya@tidewater.example");
});

test("an email address typed before the scripts load is carried along by a link", async ({ page }) => {
  const listen = await openWithoutScripts(page, "/login");
  await page.getByLabel("Email", { exact: true }).fill("maya@tidewater.example");
  await page.getByRole("link", { name: "Forgot password" }).click();
  await listen();
  await expect(page).toHaveURL("/forgot-password");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("maya@tidewater.example");
});

test("choices and clicks before the scripts load take effect after hydration", async ({ page }) => {
  const { createUser } = await factories();
  await signInAs(page, await createUser({ firstName: "Maya" }));
  const listen = await openWithoutScripts(page, "/settings");
  const grouped = page.getByRole("switch", { name: "Group posts about the same link" });
  await page.getByLabel("Frequency").selectOption({ label: "Daily digest" });
  await page.getByLabel("Time zone").selectOption("America/Toronto");
  const wasGrouped = await grouped.isChecked();
  await grouped.setChecked(!wasGrouped);
  await listen();
  await page.getByRole("button", { name: "Save All Changes" }).click();
  await expect(
    page.getByText("Notification preferences updated successfully", { exact: true }),
  ).toBeVisible();
  await expect(page.getByText("Time zone updated successfully", { exact: true })).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByLabel("Frequency")).toHaveValue("daily");
  await expect(page.getByLabel("Time zone")).toHaveValue("America/Toronto");
  await expect(grouped).toBeChecked({ checked: !wasGrouped });
});

test("a tap on a match before the scripts load opens it", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ firstName: "Maya" });
  const watch = await createWatch(user, { keyword: "quillon", isActive: false });
  for (const title of ["Quillon, part 1", "Quillon, part 2"])
    await createNotification(watch, { item: { title } });
  await signInAs(page, user);
  const listen = await openWithoutScripts(page, "/notifications");
  await page.locator("main [data-row]").filter({ hasText: "Quillon, part 1" }).click();
  await listen();
  const pane = page.getByRole("region", { name: "Reading pane" });
  await expect(pane.getByRole("heading", { name: "Quillon, part 1" })).toBeVisible();
});
