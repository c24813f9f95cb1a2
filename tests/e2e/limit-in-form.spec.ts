import { expect, type Locator, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";
import { sizes } from "../support/e2e-sizes";

const signInText = "Please wait before logging in again.";
const linkText = "Please wait before requesting or opening another link.";
const wordsText = "Too many failed sign-in attempts for this address. Please wait before trying again.";

/** Mocks a rate limit error. Returns the list of requests. */
async function limit(page: Page, path: string | RegExp, refusal: object) {
  const calls: string[] = [];
  await page.route(path, (route) => {
    if (route.request().method() === "GET" && path === "**/api/keywords") return route.fallback();
    calls.push(route.request().method());
    return route.fulfill({ status: 429, json: refusal });
  });
  return calls;
}

const auth = (retryAfter: number, message = signInText) => ({
  ...{ code: "AUTH_RATE_LIMIT_EXCEEDED", message, retryAfter, limit: 10, remaining: 0 },
});

/** Checks that the button is disabled, gives the reason and keeps the focus. */
async function expectDisabled(button: Locator, why: string | RegExp) {
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(button).toHaveAccessibleDescription(why);
}

async function tryToSignIn(page: Page) {
  await page.getByLabel("Email").fill("maya@tidewater.example");
  await page.getByLabel("Password", { exact: true }).fill("Listen-2026");
  await page.getByLabel("Password", { exact: true }).press("Enter");
}

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("sign-in shows a long wait in minutes, disables its button and announces it once", async ({
      page,
    }) => {
      await page.clock.install();
      await page.goto("/login");
      await waitForHydration(page);
      // Only the test advances the clock, so a slow machine doesn't shorten the wait.
      const startMs = Date.now() + 60_000;
      await page.clock.pauseAt(startMs);
      const calls = await limit(page, "**/api/auth/login", auth(858));
      await tryToSignIn(page);
      const form = page.locator("form");
      const notice = form.getByRole("alert").filter({ hasText: signInText });
      await expect(notice.getByText("You can try again in 15 minutes.", { exact: true })).toBeVisible();
      await expect(page.locator(".toast").getByText("You can try again in 15 minutes")).toBeVisible();
      await expect(notice).toBeInViewport();
      const button = page.getByRole("button", { name: "Sign in", exact: true });
      await expectDisabled(button, /Please wait before logging in again\./);
      // axe uses timers.
      await page.clock.resume();
      expect(await axeFindings(page)).toEqual([]);
      await page.clock.pauseAt(startMs + 300_000);

      // The announcement for screen readers doesn't change during the countdown.
      const matched = () => notice.locator(".sr-only").innerText();
      const atFirst = await matched();
      await page.clock.runFor(400_000);
      await expect(notice.getByText(/^You can try again in 3 minutes\.$/)).toBeVisible();
      await expect(page.locator(".toast")).toHaveCount(0);
      await page.clock.runFor(60_000);
      await expect(notice.getByText(/^You can try again in \d+ seconds\.$/)).toBeVisible();
      expect(await matched()).toBe(atFirst);

      await page.getByLabel("Password", { exact: true }).press("Enter");
      expect(calls).toHaveLength(1);
      await page.clock.runFor(120_000);
      await expect(notice).toHaveCount(0);
      await expect(button).not.toHaveAttribute("aria-disabled", "true");
      // Mocked too: a stalled server could return a different error.
      const refusal = { code: "INVALID_CREDENTIALS", message: "Invalid email or password" };
      await page.route("**/api/auth/login", (route) => route.fulfill({ status: 401, json: refusal }));
      await button.click();
      await expect(page.getByText("Invalid email or password")).toBeVisible();
    });

    test("a wait from before the page load applies to sign-in and registration, not to password reset", async ({
      page,
    }) => {
      await page.goto("/login");
      await limit(page, "**/api/auth/login", auth(600));
      await tryToSignIn(page);
      const wait = /You can try again in \d+ minutes/;
      // Wait for the response, or the page wouldn't store the limit.
      await expectDisabled(page.getByRole("button", { name: "Sign in", exact: true }), wait);
      for (const [path, name] of [
        ["/login", "Sign in"],
        ["/register", "Create account"],
      ] as const) {
        await page.goto(path);
        await expectDisabled(page.getByRole("button", { name, exact: true }), wait);
      }
      await page.goto("/forgot-password");
      await expect(page.getByRole("button", { name: "Send link" })).not.toHaveAttribute(
        "aria-disabled",
        "true",
      );
    });

    test("a rate-limited watch shows the wait next to its button", async ({ page }) => {
      const { createUser } = await factories();
      await signInAs(page, await createUser());
      await page.goto("/keywords");
      const code = "KEYWORD_RATE_LIMIT_EXCEEDED";
      const message = "Please wait before making more requests.";
      // Longer waits are shown in minutes.
      await limit(page, "**/api/keywords", { code, message, retryAfter: 119 });
      await page.getByRole("button", { name: "Add Keyword" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Keyword", { exact: true }).fill("halyard");
      const save = dialog.getByRole("button", { name: "Add Keyword" });
      await save.click();
      await expect(dialog.getByText(/^You can try again in \d+ seconds\.$/)).toBeInViewport({ ratio: 1 });
      await expectDisabled(save, /Please wait before making more requests/);
      await expect(dialog.getByLabel("Keyword", { exact: true })).toHaveValue("halyard");
      expect(await axeFindings(page)).toEqual([]);
    });
  });
}

test("too many wrong passwords block only that email address", async ({ page }) => {
  await page.goto("/login");
  await limit(page, "**/api/auth/login", auth(858, wordsText));
  await tryToSignIn(page);
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  await expectDisabled(button, /Too many failed sign-in attempts for this address/);
  await page.getByLabel("Email").fill("noor@tidewater.example");
  await expect(button).not.toHaveAttribute("aria-disabled", "true");
});

test("links have a separate limit when requested and opened", async ({ page }) => {
  // Stops the countdown, but not the timers, which axe needs.
  await page.clock.setFixedTime(Date.now());
  await page.goto("/forgot-password");
  await limit(page, "**/api/auth/forgot-password", auth(600, linkText));
  await page.getByLabel("Email").fill("maya@tidewater.example");
  await page.getByRole("button", { name: "Send link" }).click();
  await expectDisabled(page.getByRole("button", { name: "Send link" }), /requesting or opening another link/);

  await page.goto("/verify-email?email=maya@tidewater.example");
  await expectDisabled(page.getByRole("button", { name: "Resend Verification Email" }), /10 minutes/);
  await limit(page, "**/api/auth/verify-email/**", auth(600, linkText));
  await page.goto("/verify-email?token=some");
  await expect(page.getByText("This link is still valid")).toBeVisible();
  await expectDisabled(page.getByRole("button", { name: "Try Again" }), /10 minutes/);
  expect(await axeFindings(page)).toEqual([]);
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).not.toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

test("a settings dialog shows the wait near its button", async ({ page }) => {
  const { createUser } = await factories();
  await signInAs(page, await createUser());
  // Stops the countdown, but not the timers, which the dialog needs.
  await page.clock.setFixedTime(Date.now());
  await page.goto("/settings");
  await limit(page, "**/api/users/email", auth(858, wordsText));
  await page.getByRole("button", { name: "Change email" }).click();
  const dialog = page.getByRole("dialog", { name: "Change email" });
  await dialog.getByLabel("New email").fill("new@tidewater.example");
  await dialog.getByLabel("Current password", { exact: true }).fill("Wrong-2026");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("You can try again in 15 minutes.", { exact: true })).toBeInViewport();
  await expectDisabled(dialog.getByRole("button", { name: "Send Link" }), /Too many failed sign-in attempts/);
});
