import { expect, type Page } from "@playwright/test";
import { factories, withDatabase, test, waitForHydration } from "../support/e2e-person";
import { pauseResponse } from "../support/e2e-paused";

const email = "maya@tidewater.example";
const unverified =
  "Your email address needs to be verified before you can log in. Please check your inbox for a verification email, or click the button below to resend it.";

/** Mocks the response to an API request; null drops the connection. Returns the request bodies. */
async function response(
  page: Page,
  path: string,
  status: number | null,
  body: unknown = {},
  paused: Promise<void> = Promise.resolve(),
) {
  const calls: unknown[] = [];
  await page.route(`**/api${path}`, async (route) => {
    calls.push(route.request().postDataJSON());
    await paused;
    if (status === null) await route.abort("connectionfailed");
    else await route.fulfill({ status, json: body });
  });
  return calls;
}

async function open(page: Page, path: string) {
  await page.goto(path);
  await waitForHydration(page);
}

/** Fills fields by label and blurs each of them. */
async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel(label, { exact: true }).blur();
  }
}

/** Creates an invited user. Returns the token of the link. */
async function newInvitation(): Promise<string> {
  const { createUser } = await factories();
  const { emailToken, tokenHash } = await import("@/server/platform/tokens");
  const { id: userId, email: address } = await createUser({ firstName: "", emailVerifiedAt: null });
  const token = emailToken(userId);
  const expiresAt = new Date(Date.now() + 3_600_000);
  await withDatabase((db) =>
    db.emailToken.create({
      data: { id: userId, userId, kind: "reset", email: address, tokenHash: tokenHash(token), expiresAt },
    }),
  );
  return token;
}

/** Marks the live region for the outcome, and checks that the same one announces it and has the focus. */
async function expectAnnouncement(page: Page, title: string, cause: () => Promise<void>) {
  await page
    .locator("main [role=status]")
    .first()
    .evaluate((region) => region.setAttribute("data-before", ""));
  await cause();
  const heading = page.locator("[data-before]").getByRole("heading", { name: title, level: 1 });
  await expect(heading).toBeFocused();
}

const mixed = "Password must contain at least one uppercase letter, one lowercase letter, and one number";
const faults = [
  ["/login", "Email", "", "Email is required"],
  ["/login", "Email", "maya@", "Please enter a valid email"],
  ["/login", "Password", "", "Password is required"],
  ["/login", "Password", "   ", "Password is required"],
  ["/register", "First name", " ", "First name is required"],
  ["/register", "Last name", "", "Last name is required"],
  ["/register", "Email", "", "Email is required"],
  ["/register", "Email", "maya", "Please enter a valid email"],
  ["/register", "Password", "", "Password is required"],
  ["/register", "Password", "Ab1", "Password must be at least 8 characters"],
  ["/register", "Password", "abcdefg1", mixed],
  ["/register", "Password", "ABCDEFG1", mixed],
  ["/register", "Password", "Abcdefgh", mixed],
  ["/register", "Confirm password", "", "Please confirm your password"],
  ["/forgot-password", "Email", "maya@", "Please enter a valid email"],
  ["/reset-password?token=some", "New password", "Ab1", "Password must be at least 8 characters"],
  ["/reset-password?token=some", "Confirm password", "", "Please confirm your password"],
] as const;

/** The first field has the focus, so leaving it empty for another one is an error too. */
const filledFirst: Record<string, Record<string, string>> = {
  "/register": { "First name": "Maya" },
  "/reset-password?token=some": { "New password": "Listen-2026" },
};

for (const path of [...new Set(faults.map(([path]) => path))]) {
  test(`${path} shows only the right validation error after blur`, async ({ page }) => {
    await open(page, path);
    for (const [, label, value, text] of faults.filter(([of]) => of === path)) {
      await page.reload();
      await waitForHydration(page);
      await fill(page, { ...filledFirst[path], [label]: value });
      await expect(page.locator("[id$=-error]")).toHaveText([text]);
      await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
        new RegExp(`^${text}( |$)`),
      );
    }
  });
}

for (const [path, label] of [
  ["/register", "Password"],
  ["/reset-password?token=some", "New password"],
] as const) {
  test(`${path} compares the two passwords when either changes`, async ({ page }) => {
    await open(page, path);
    await fill(page, { [label]: "Listen-2026", "Confirm password": "Listen-2025" });
    await expect(page.getByText("Passwords must match")).toBeVisible();
    await fill(page, { "Confirm password": "Listen-2026" });
    await expect(page.getByText("Passwords must match")).toBeHidden();
    await fill(page, { [label]: "Listen-2027" });
    await expect(page.getByText("Passwords must match")).toBeVisible();
  });
}

test("sign-in with Enter sends one request, keeps the input and clears the error on edit", async ({
  page,
}) => {
  await open(page, "/login");
  const refusal = { code: "INVALID_CREDENTIALS", message: "Invalid email or password" };
  const { paused, resume } = pauseResponse();
  const calls = await response(page, "/auth/login", 401, refusal, paused);
  await fill(page, { Email: email, Password: "Listen-2027" });
  const password = page.getByLabel("Password", { exact: true });
  await password.press("Enter");
  await password.press("Enter");
  await expect(page.getByRole("button", { name: "Signing in..." })).toHaveAttribute("aria-busy", "true");
  resume();
  await expect(page.getByRole("alert").getByText("Invalid email or password")).toBeVisible();
  expect(calls).toEqual([{ email, password: "Listen-2027" }]);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(password).toHaveValue("Listen-2027");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await password.press("8");
  await expect(page.getByText("Invalid email or password")).toBeHidden();
});

test("shows and hides a password", async ({ page }) => {
  await open(page, "/login");
  const password = page.getByLabel("Password", { exact: true });
  const eye = page.getByRole("button", { name: "Show password" });
  await expect(password).toHaveAttribute("type", "password");
  await eye.click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(eye).toHaveAttribute("aria-pressed", "true");
  await eye.click();
  await expect(password).toHaveAttribute("type", "password");
});

for (const [form, call, button, values, cases] of [
  [
    "/login",
    "/auth/login",
    "Sign in",
    { Email: email, Password: "Listen-2026" },
    [
      [200, { user: {} }, "No authentication tokens received"],
      [null, {}, "Login failed. Please try again."],
      [503, { code: "UPSTREAM_UNAVAILABLE", message: "Back soon" }, "Back soon"],
    ],
  ],
  [
    "/register",
    "/auth/register",
    "Create account",
    {
      "First name": "Maya",
      "Last name": "Okafor",
      Email: email,
      Password: "Listen-2026",
      "Confirm password": "Listen-2026",
    },
    [
      [
        409,
        { code: "EMAIL_TAKEN", message: "An account with this email already exists" },
        "An account with this email already exists",
      ],
      [null, {}, "Registration failed. Please try again."],
    ],
  ],
] as const) {
  test(`${form} shows the reason for a rejection`, async ({ page }) => {
    await open(page, form);
    await fill(page, values);
    for (const [status, body, text] of cases) {
      await page.unrouteAll();
      await response(page, call, status, body);
      await page.getByRole("button", { name: button }).click();
      await expect(page.getByRole("alert").getByText(text)).toBeVisible();
    }
  });
}

test("registration sends the time zone and shows the verification screen", async ({ page }) => {
  await open(page, "/register");
  const { paused, resume } = pauseResponse();
  const taken = { code: "EMAIL_TAKEN", message: "Taken" };
  const calls = await response(page, "/auth/register", 409, taken, paused);
  await fill(page, { "First name": "Maya", "Last name": "Okafor", Email: email });
  await fill(page, { Password: "Listen-2026", "Confirm password": "Listen-2026" });
  await page.getByRole("button", { name: "Create account" }).dblclick();
  resume();
  await expect(page.getByText("Taken")).toBeVisible();
  const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const body = { firstName: "Maya", lastName: "Okafor", email, password: "Listen-2026", timeZone };
  expect(calls).toEqual([body]);
});

test("sign-in with an unverified address can resend the verification email", async ({ page }) => {
  await open(page, "/login");
  await response(page, "/auth/login", 403, { code: "EMAIL_NOT_VERIFIED", message: unverified });
  await fill(page, { Email: email, Password: "Listen-2026" });
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText(unverified)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("pendingVerificationEmail"))).toBe(email);

  const resend = page.getByRole("button", { name: "Resend Verification Email" });
  const { paused, resume } = pauseResponse();
  await response(page, "/auth/resend-verification", null, {}, paused);
  await resend.click();
  await expect(page.getByRole("button", { name: "Sending..." })).toBeVisible();
  resume();
  await expect(page.getByText("Failed to resend verification email. Please try again.")).toBeVisible();
  await page.unroute("**/api/auth/resend-verification");
  await response(page, "/auth/resend-verification", 200, {
    message: "Verification email sent successfully!",
  });
  await resend.click();
  await expect(page.getByText("Verification email sent! Please check your inbox.")).toBeVisible();
  await page.getByLabel("Email").press("End");
  await page.getByLabel("Email").press("x");
  await expect(page.getByText(unverified)).toBeHidden();
});

test("a new password is announced and moves the focus", async ({ page }) => {
  await open(page, "/reset-password?token=some");
  await response(page, "/auth/reset-password", 200, { message: "You can sign in with it now." });
  await fill(page, { "New password": "Listen-2026", "Confirm password": "Listen-2026" });
  await expectAnnouncement(page, "Password changed", () =>
    page.getByRole("button", { name: "Save password" }).press("Enter"),
  );
  await expect(page.getByText("You can sign in with it now.")).toBeVisible();
});

test("an invited user's new account is announced and moves the focus", async ({ page }) => {
  await open(page, `/reset-password?token=${await newInvitation()}`);
  await response(page, "/auth/reset-password", 200, { message: "You can sign in now." });
  await fill(page, { "First name": "Maya", "Last name": "Okafor" });
  await fill(page, { Password: "Listen-2026", "Confirm password": "Listen-2026" });
  await expectAnnouncement(page, "Welcome to Earshot", () =>
    page.getByRole("button", { name: "Save" }).press("Enter"),
  );
});

test("a verification in another tab is announced and moves the focus", async ({ page, context }) => {
  await open(page, "/verify-email");
  await page.evaluate(() => localStorage.setItem("pendingVerificationEmail", "maya@tidewater.example"));
  await page.reload();
  await waitForHydration(page);
  const other = await context.newPage();
  await other.goto("/privacy");
  await page.getByRole("button", { name: "Resend Verification Email" }).focus();
  await expectAnnouncement(page, "Email Verified!", () =>
    other.evaluate(() => localStorage.removeItem("pendingVerificationEmail")),
  );
});
