import { expect, type Page } from "@playwright/test";
import { test, waitForHydration } from "../support/e2e-person";

/** The demo account created by prisma/seed.ts. */
const demo = { email: "demo@earshot.example", password: "Listen-2026" };

async function signIn(page: Page, account = demo) {
  await page.goto("/login");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
}

// Use the service worker, which handles all page navigation, as in real use.
test.use({ serviceWorkers: "allow" });

// Console errors, CSP reports and hydration warnings fail their test.
let faults: string[] = [];
test.beforeEach(({ page }) => {
  faults = [];
  page.on("console", (message) => {
    // Chromium logs API errors, which these tests provoke.
    const isRefusal = /^Failed to load resource: .* status of 40[013]/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isRefusal) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
});
test.afterEach(() => expect(faults).toEqual([]));

test("signed-out users are redirected from app screens to sign-in, other screens lead home", async ({
  page,
}) => {
  for (const screen of ["/dashboard", "/keywords", "/notifications"]) {
    await page.goto(screen);
    await expect(page).toHaveURL(/\/login$/);
  }
  await page.goto("/no/such/screen");
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.getByRole("link", { name: "Sign In" }).first().click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("a form shows missing fields after blur", async ({ page }) => {
  await page.goto("/login");
  await waitForHydration(page);
  await expect(page.getByText("Email is required")).toBeHidden();
  await page.getByLabel("Email").focus();
  await page.getByLabel("Password", { exact: true }).focus();
  await expect(page.getByText("Email is required")).toBeVisible();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Password is required")).toBeVisible();
});

test("a wrong password shows an error and keeps the input", async ({ page }) => {
  await signIn(page, { ...demo, password: "Listen-2027" });
  await expect(page.getByRole("alert").getByText("Invalid email or password")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(demo.email);
});

test("signs in and out, and the back button shows no private data", async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole("heading", { name: "Welcome back, Maya!" })).toBeVisible();
  await page.goto("/login");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Keywords" }).click();
  await expect(page.getByRole("switch", { name: "Listen for tidewater" })).toBeChecked();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.goto("/notifications");
  await expect(page).toHaveURL(/\/login$/);
});

test("sign-out in one tab signs out the others", async ({ page, context }) => {
  await signIn(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  const other = await context.newPage();
  await other.goto("/keywords");
  // A tab receives the event only once it's hydrated.
  const dialog = other.getByRole("dialog");
  await expect(async () => {
    // The dialog can open late and cover the button.
    if (!(await dialog.isVisible()))
      await other.getByRole("button", { name: "Add Keyword" }).click({ timeout: 1_000 });
    await expect(dialog).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(other).toHaveURL(/:\d+\/$/);
});

test("resumes the session from tokens without a cookie and from a cookie without tokens", async ({
  page,
  context,
}) => {
  await signIn(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await context.clearCookies();
  await page.goto("/");
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.evaluate(() => localStorage.clear());
  await page.goto("/keywords");
  const listening = page.getByRole("switch", { name: "Listen for tidewater" });
  for (const isOn of [false, true]) {
    const toggled = page.waitForResponse((response) => response.url().endsWith("/toggle") && response.ok());
    await listening.setChecked(isOn);
    await toggled;
  }
  await expect(listening).toBeChecked();
  expect(await page.evaluate(() => localStorage.getItem("token"))).not.toBeNull();
});

test("a new account requires verification", async ({ page }) => {
  const email = `new-${Date.now()}@earshot.example`;
  await page.goto("/register");
  await page.getByLabel("First name").fill("Noor");
  await page.getByLabel("Last name").fill("Haddad");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Listen-2026");
  await page.getByLabel("Confirm password", { exact: true }).fill("Listen-2025");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Passwords must match")).toBeVisible();
  await page.getByLabel("Confirm password", { exact: true }).fill("Listen-2026");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/verify-email$/);
  await expect(page.getByText(email)).toBeVisible();

  await signIn(page, { email, password: "Listen-2026" });
  await expect(page.getByRole("alert").getByText("Your email address needs to be verified")).toBeVisible();
  await page.getByRole("button", { name: "Resend Verification Email" }).click();
  await expect(page.getByText("Verification email sent! Please check your inbox.")).toBeVisible();
});

test("an email address typed before sign-in is passed between the forms only", async ({ page }) => {
  await page.goto("/login");
  await waitForHydration(page);
  await page.getByLabel("Email").fill("typed@earshot.example");
  await page.getByRole("link", { name: "Forgot password" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await expect(page.getByLabel("Email")).toHaveValue("typed@earshot.example");
  await page.getByLabel("Email").fill(demo.email);
  await page.getByRole("link", { name: "Back to Login" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(demo.email);
  await page.getByLabel("Password", { exact: true }).fill(demo.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await page.evaluate(() => sessionStorage.getItem("carriedEmail"))).toBeNull();
});

test("an expired link resends to the email address it contains", async ({ page }) => {
  await page.goto("/verify-email?token=nonsense&email=maya@tidewater.example");
  await expect(page.getByText("We can send a new link to maya@tidewater.example.")).toBeVisible();
  await page.getByRole("button", { name: "Resend Verification Email" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Verification email sent" })).toBeVisible();
});

test("an invalid verification link shows an error", async ({ page }) => {
  await page.goto("/verify-email?token=nonsense");
  await expect(page.getByRole("heading", { name: "Verification Failed" })).toBeVisible();
  await page.goto("/verify-success");
  await expect(
    page.getByText("Verification Failed: Invalid verification link or verification failed"),
  ).toBeVisible();
});
