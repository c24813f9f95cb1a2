import { expect, type Locator, type Page } from "@playwright/test";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";

/** A UI delay: `start` triggers it and returns an element that is visible until it has elapsed. */
interface Timing {
  what: string;
  ms: number;
  start: (page: Page) => Promise<Locator>;
}

const toast = (page: Page, text: string) => page.locator(".toast:not([data-leaving=true])").getByText(text);
const stop = (page: Page) => page.clock.pauseAt(Date.now() + 60_000);

async function openSettings(page: Page, status: number): Promise<void> {
  await page.route("**/api/users/settings", (route) =>
    status === 200
      ? route.fallback()
      : route.fulfill({ status, json: { code: "INTERNAL_ERROR", message: "" } }),
  );
  await page.goto("/settings");
  await page.getByLabel("Theme").selectOption({ label: "Dark" });
}

async function openDialog(page: Page): Promise<Locator> {
  await page.goto("/keywords");
  await page.getByRole("button", { name: "Add Keyword" }).click();
  return page.getByRole("dialog");
}

const timings: Timing[] = [
  {
    what: "suggestions close after their field was left",
    ms: 200,
    start: async (page) => {
      await openDialog(page);
      await page.getByRole("combobox", { name: "Subreddits" }).focus();
      await expect(page.getByRole("option").first()).toBeVisible();
      await stop(page);
      await page.getByLabel("Keyword", { exact: true }).focus();
      return page.getByRole("option").first();
    },
  },
  {
    what: "a closed toast fades",
    ms: 300,
    start: async (page) => {
      await openSettings(page, 500);
      await page.getByRole("button", { name: "Save All Changes" }).click();
      await expect(toast(page, "Failed to update settings")).toBeVisible();
      await stop(page);
      await page.locator(".toast").getByRole("button", { name: "Close" }).click();
      return page.locator(".toast");
    },
  },
  {
    what: "the dialog closes after 'Keyword added successfully!'",
    ms: 1_500,
    start: async (page) => {
      const dialog = await openDialog(page);
      await page.getByLabel("Keyword", { exact: true }).fill("halyard");
      await stop(page);
      await dialog.getByRole("button", { name: "Add Keyword" }).click();
      await expect(dialog.getByText("Keyword added successfully!")).toBeVisible();
      return dialog;
    },
  },
  {
    what: "a payment is confirmed",
    ms: 2_000,
    start: async (page) => {
      const subscription = {
        plan: "pro",
        status: "active",
        cancelAtPeriodEnd: false,
        currentPeriodEnd: null,
        priceId: null,
      };
      await page.route("**/api/subscriptions/sync", (route) =>
        route.fulfill({ json: { isPro: true, subscription } }),
      );
      await stop(page);
      const synced = page.waitForResponse("**/api/subscriptions/sync");
      await page.goto("/subscription/success?session_id=cs_test_1");
      await synced;
      return page.getByText("Processing your subscription...");
    },
  },
  {
    what: "a verified address is led to the sign-in screen",
    ms: 3_000,
    start: async (page) => {
      await page.context().clearCookies();
      await stop(page);
      await page.goto("/verify-success?email=maya@tidewater.example&message=Email+verified+successfully");
      await waitForHydration(page);
      return page.getByText("Email Verified!");
    },
  },
  {
    what: "a success stays",
    ms: 5_000,
    start: async (page) => {
      await openSettings(page, 200);
      await stop(page);
      await page.getByRole("button", { name: "Save All Changes" }).click();
      return toast(page, "Settings updated successfully");
    },
  },
  {
    what: "an error stays",
    ms: 8_000,
    start: async (page) => {
      await openSettings(page, 500);
      await stop(page);
      await page.getByRole("button", { name: "Save All Changes" }).click();
      return toast(page, "Failed to update settings");
    },
  },
  {
    what: "a rate limit stays",
    ms: 10_000,
    start: async (page) => {
      await page.goto("/settings");
      const hits = { code: "KEYWORD_RATE_LIMIT_EXCEEDED", message: "Too many requests", retryAfter: 600 };
      await page.evaluate((stored) => {
        localStorage.setItem(
          "lastRateLimitError",
          JSON.stringify({ ...stored, timestamp: Date.now() + 60_000 }),
        );
        localStorage.setItem("rateLimitExceeded", "true");
      }, hits);
      await stop(page);
      await page.reload();
      return toast(page, "Too Many Keyword Operations");
    },
  },
];

for (const { what, ms, start } of timings) {
  test(`${what}: ${ms} ms`, async ({ page }) => {
    const { createUser } = await factories();
    await signInAs(page, await createUser());
    await page.clock.install();
    const there = await start(page);
    await expect(there).toBeVisible();
    await page.clock.runFor(ms - 50);
    await expect(there).toBeVisible();
    await page.clock.runFor(100);
    // The rest can need a request or an animation frame.
    await page.clock.resume();
    await expect(there).toHaveCount(0);
  });
}
