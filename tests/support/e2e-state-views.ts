import { expect, type Page } from "@playwright/test";
import { waitForHydration } from "./e2e-person";
import { heading, hold, press, refuse, type View } from "./e2e-view";

/** A toast stays while it has the focus. */
const keepToast = (page: Page) => page.getByRole("alert").getByRole("button", { name: "Close" }).focus();

/** Screens that are loading, have failed or found no results, and the dialogs and menus over a screen. */
export const stateViews: View[] = [
  {
    name: "dashboard, offline",
    path: "/dashboard",
    who: "full",
    reach: async (page) => {
      await expect(page.getByRole("region", { name: "Alert delay in the last hour" })).toBeVisible();
      await page.context().setOffline(true);
      await expect(page.getByText("You're offline.")).toBeVisible();
    },
  },
  {
    name: "coverage, not refreshed",
    path: "/dashboard",
    who: "full",
    texts: ["We couldn't refresh this page.", "Something went wrong on our side", "Try again"],
    reach: async (page) => {
      await page.clock.install();
      await page.goto("/coverage");
      await waitForHydration(page);
      await refuse(page, "**/api/coverage");
      await page.clock.runFor(61_000);
      await page.clock.runFor(1_000);
      await expect(page.getByRole("alert").getByText("We couldn't refresh this page.")).toBeVisible();
    },
  },
  {
    name: "notifications, loading",
    path: "/notifications",
    who: "full",
    reach: async (page) => {
      await hold(page, "**/api/notifications/grouped*");
      await page.getByRole("tab", { name: "Read", exact: true }).click();
      await expect(page.locator("[aria-busy=true]").first()).toBeVisible();
    },
  },
  {
    name: "notifications, failed",
    path: "/notifications",
    who: "full",
    texts: ["Error loading notifications"],
    reach: async (page) => {
      await refuse(page, "**/api/notifications/grouped*");
      await page.getByRole("tab", { name: "Read", exact: true }).click();
      await heading(page, "Error loading notifications");
    },
  },
  {
    name: "notifications, nothing found",
    path: "/notifications?q=nothing-like-it",
    who: "pro",
    texts: ["No notifications found"],
    reach: (page) => heading(page, "No notifications found"),
  },
  {
    name: "notifications, deleting all",
    path: "/notifications",
    who: "full",
    reach: async (page) => {
      // In narrow windows, a menu contains the bulk actions.
      const more = page.getByRole("button", { name: "More actions", exact: true }).first();
      if (await more.isVisible()) await more.click();
      await press(page, "Delete all");
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    name: "notifications, a toast",
    path: "/notifications",
    who: "full",
    reach: async (page) => {
      await refuse(page, /\/archive$/);
      await page
        .getByRole("button", { name: /^Archive: / })
        .first()
        .click();
      await expect(page.getByText("Failed to archive notification")).toBeVisible();
      await keepToast(page);
    },
  },
  {
    name: "watches, loading",
    path: "/keywords",
    who: "pro",
    reach: async (page) => {
      await hold(page, "**/api/keywords?*");
      await page.getByRole("button", { name: "Next" }).click();
      await expect(page.locator("[aria-busy=true]").first()).toBeVisible();
    },
  },
  {
    name: "watches, nothing found",
    path: "/keywords",
    who: "pro",
    reach: async (page) => {
      await page.getByRole("searchbox").fill("nothing like it");
      await heading(page, "No watches found");
    },
  },
  {
    name: "watches, the dialog unfolded",
    path: "/keywords",
    who: "full",
    texts: ['Separate multiple subreddits with commas. Use "all" for all subreddits.'],
    reach: async (page) => {
      await page.getByRole("button", { name: "Edit tidewater" }).click();
      for (const fold of ["Tags and notes", "Alerts for this watch"]) {
        await page.getByText(fold).click();
      }
    },
  },
  {
    name: "watches, subreddits suggested, one of them invalid",
    path: "/keywords",
    who: "pro",
    texts: ["r/ab - Invalid subreddit", "Remove"],
    reach: async (page) => {
      await press(page, "Add Keyword");
      const names = page.getByRole("combobox", { name: "Subreddits" });
      await names.fill("freelance, ab,");
      await names.press("Enter");
      await names.fill("small");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
  {
    name: "a watch's page",
    path: "/keywords",
    who: "full",
    texts: [
      "Matches per day",
      "Places",
      "Authors",
      "Hours of the week",
      "Delay",
      "Recent matches",
      "Edit Watch",
    ],
    reach: async (page) => {
      await page.getByRole("link", { name: "tidewater", exact: true }).click();
      await heading(page, "Recent matches");
    },
  },
  {
    name: "the page of a long word that is paused",
    path: "/keywords",
    who: "full",
    texts: ["No matches yet", "Resume"],
    reach: async (page) => {
      await page.getByRole("link", { name: /^pneumono/ }).click();
      await heading(page, "No matches yet");
    },
  },
  {
    name: "a watch that isn't there",
    path: "/keywords/no-such-watch",
    who: "full",
    texts: ["Watch not found"],
  },
  {
    name: "watches, deleting one",
    path: "/keywords",
    who: "full",
    texts: ["Are you sure you want to delete this keyword watch?"],
    reach: async (page) => {
      await page.getByRole("button", { name: "Delete tidewater" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    name: "settings, a feed address, a toast",
    path: "/settings",
    who: "full",
    reach: async (page) => {
      await refuse(page, "**/api/users/export");
      await press(page, "Create feed");
      await expect(page.getByLabel("Feed URL")).toBeVisible();
      await press(page, "Export my data");
      await expect(page.getByText("Failed to export your data")).toBeVisible();
      await keepToast(page);
    },
  },
  ...["Change email", "Change password", "Delete account"].map((button) => ({
    name: `settings, ${button}`,
    path: "/settings",
    who: "full" as const,
    reach: async (page: Page) => {
      await press(page, button);
      await page.getByRole("dialog").getByRole("button").last().click();
      await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    },
  })),
  {
    name: "subscription, refused",
    path: "/subscription",
    who: "full",
    reach: async (page) => {
      await refuse(page, "**/api/subscriptions/create-checkout-session");
      await page.getByRole("radio", { name: "Yearly" }).check({ force: true });
      await press(page, "Upgrade to Pro");
      await expect(page.getByRole("alert").filter({ hasText: /\S/ }).first()).toBeVisible();
    },
  },
  {
    name: "payment, being confirmed",
    path: "/subscription/success?session_id=cs_test_1",
    who: "full",
    texts: ["Processing your subscription..."],
    reach: async (page) => {
      await hold(page, "**/api/subscriptions/sync");
      await page.reload();
      await expect(page.getByText("Processing your subscription...")).toBeVisible();
    },
  },
  {
    name: "watches, one too many",
    path: "/keywords",
    who: "full",
    texts: [
      "Keyword Limit Reached",
      "You've reached the maximum of 3 keywords for free users. Upgrade to Pro for unlimited keyword watches!",
      ...["Maybe Later", "Upgrade Now"],
    ],
    reach: async (page) => {
      await page.route("**/api/keywords", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 403, json: { code: "KEYWORD_LIMIT_EXCEEDED", message: "Limit" } })
          : route.fallback(),
      );
      await press(page, "Add Keyword");
      await page.getByLabel("Keyword", { exact: true }).fill("one too many");
      await page.getByRole("dialog").getByRole("button", { name: "Add Keyword" }).click();
      await expect(page.getByRole("alertdialog", { name: "Keyword Limit Reached" })).toBeVisible();
      await expect(page.getByRole("dialog", { name: "Add Keyword" })).toBeHidden();
    },
  },
  {
    name: "payment, confirmed",
    path: "/subscription/success?session_id=cs_test_1",
    who: "full",
    texts: ["Welcome to Pro!", "cs_test_1", "A confirmation email will follow.", "Add Your First Keyword"],
    reach: async (page) => {
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
      await page.reload();
      await heading(page, "Welcome to Pro!");
    },
  },
  {
    name: "payment, open",
    path: "/subscription/success?session_id=cs_test_1",
    who: "full",
    reach: (page) => heading(page, "We haven't been able to confirm your payment yet"),
  },
  {
    name: "payment, cancelled",
    path: "/subscription/cancel",
    who: "full",
    texts: ["Payment Cancelled", "Try Pro Again"],
  },
  {
    name: "the menu",
    path: "/dashboard",
    who: "full",
    widths: [320, 375],
    reach: async (page) => {
      await press(page, "Open menu");
      await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
    },
  },
];
