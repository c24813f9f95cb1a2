import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { test } from "../support/e2e-person";
import { pauseResponse } from "../support/e2e-paused";

/** Waits for an email to this address with a link that contains `path`. Returns the latest such link. */
async function linkTo(page: Page, address: string, path: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const mailbox = `${process.env.E2E_SANDBOX_URL}/mailbox.json?to=${encodeURIComponent(address)}`;
    const mails = (await (await page.request.get(mailbox)).json()) as { text: string }[];
    link = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []).find((url) => url.includes(path));
    expect(link).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return link ?? "";
}

async function signIn(page: Page, email: string, password: string) {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
}

test("registers, verifies by email, and resets a forgotten password", async ({ page }) => {
  const email = `links-${Date.now()}@earshot.example`;
  await page.goto("/register");
  await page.getByLabel("First name").fill("Noor");
  await page.getByLabel("Last name").fill("Haddad");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Listen-2026");
  await page.getByLabel("Confirm password", { exact: true }).fill("Listen-2026");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/verify-email$/);
  await expect(page.getByText(email)).toBeVisible();

  await page.goto(await linkTo(page, email, "/verify-email?"));
  await expect(page.getByRole("heading", { name: "Email Verified!" })).toBeVisible();
  await page.getByRole("link", { name: "Continue to Login" }).click();
  await expect(page).toHaveURL(/\/login$/);

  await page.getByRole("link", { name: "Forgot password" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("status").getByText("we've sent a link to reset its password")).toBeVisible();

  await page.goto(await linkTo(page, email, "/reset-password?"));
  await page.getByLabel("New password", { exact: true }).fill("Listen-2027");
  await page.getByLabel("Confirm password", { exact: true }).fill("Listen-2027");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByRole("heading", { name: "Password changed" })).toBeVisible();

  await signIn(page, email, "Listen-2026");
  await expect(page.getByText("Invalid email or password")).toBeVisible();
  await signIn(page, email, "Listen-2027");
  await expect(page.getByRole("heading", { name: "Welcome back, Noor!" })).toBeVisible();
});

test("'This wasn't me' in the email deletes an account created by someone else", async ({ page }) => {
  const email = `stranger-${Date.now()}@earshot.example`;
  const body = { email, password: "Listen-2026", firstName: "Not", lastName: "Me" };
  expect((await page.request.post("/api/auth/register", { data: body })).status()).toBe(201);

  const link = await linkTo(page, email, "/api/auth/decline/");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Wasn't this you?" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete account" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Account deleted" })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Account deleted" })).toBeVisible();
  expect((await page.request.post("/api/auth/register", { data: body })).status()).toBe(201);
});

test("a used or invalid link shows an error and offers a new one", async ({ page }) => {
  await page.goto("/reset-password?token=nonsense");
  await page.getByLabel("New password", { exact: true }).fill("Listen-2027");
  await page.getByLabel("Confirm password", { exact: true }).fill("Listen-2027");
  await page.getByRole("button", { name: "Save password" }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "This link is no longer valid" });
  await refusal.getByRole("link", { name: "Forgot password" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

const failures = [
  [400, { code: "INVALID_TOKEN", message: "That was long ago" }, "That was long ago"],
  [400, { code: "INVALID_TOKEN", message: "" }, "Verification failed"],
  [null, {}, "Network error. Please try again."],
] as const;

test("a failed verification shows the reason, and Try Again reloads the page", async ({ page }) => {
  for (const [status, json, text] of failures) {
    await page.unrouteAll();
    let calls = 0;
    await page.route("**/api/auth/verify-email/**", async (route) => {
      calls++;
      await (status === null ? route.abort("connectionfailed") : route.fulfill({ status, json }));
    });
    await page.goto("/verify-email?token=some");
    await expect(page.getByRole("heading", { name: "Verification Failed" })).toBeVisible();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    const back = page.getByRole("link", { name: "Back to Login" });
    await expect(back).toHaveAttribute("href", "/login");
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect.poll(() => calls).toBe(2);
  }
});

const results = [
  [200, { message: "Verification email sent successfully!" }, "Verification email sent successfully!", "ok"],
  [200, { message: "We shall see" }, "We shall see", "bad"],
  [503, { code: "UPSTREAM_UNAVAILABLE", message: "Not now" }, "Not now", "bad"],
  [null, {}, "Failed to resend verification email", "bad"],
] as const;

test("resends the verification email and shows success in green", async ({ page }) => {
  await page.goto("/verify-email?email=maya@tidewater.example");
  for (const [status, json, text, role] of results) {
    await page.unrouteAll();
    const { paused, resume } = pauseResponse();
    await page.route("**/api/auth/resend-verification", async (route) => {
      await paused;
      await (status === null ? route.abort("connectionfailed") : route.fulfill({ status, json }));
    });
    await page.getByRole("button", { name: "Resend Verification Email" }).click();
    await expect(page.getByRole("button", { name: "Sending..." })).toBeVisible();
    resume();
    await expect(page.getByText(text, { exact: true })).toHaveClass(new RegExp(`text-${role}`));
  }
});

test("requires an email address and uses the stored one", async ({ page }) => {
  await page.goto("/verify-email");
  await expect(page.getByRole("button", { name: "Resend Verification Email" })).toBeDisabled();
  await page.evaluate(() => localStorage.setItem("pendingVerificationEmail", "kept@earshot.example"));
  await page.reload();
  await expect(page.getByText("kept@earshot.example")).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend Verification Email" })).toBeEnabled();
});
