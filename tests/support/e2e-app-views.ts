import { expect, type Page } from "@playwright/test";
import { heading, hold, press, refuse, type View } from "./e2e-view";

const appPaths = ["/dashboard", "/keywords", "/notifications", "/settings", "/subscription"];
export const appViews: View[] = (["empty", "full", "pro"] as const).flatMap((who) =>
  appPaths.map((path) => ({ name: `${path.slice(1)}, ${who}`, path, who })),
);

/** Loading, failed, empty searches, and what opens over a screen. */
export const stateViews: View[] = [
  {
    name: "dashboard, offline",
    path: "/dashboard",
    who: "full",
    reach: async (page) => {
      await page.context().setOffline(true);
      await expect(page.getByText("You are offline.")).toBeVisible();
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
    reach: async (page) => {
      await refuse(page, "**/api/notifications/grouped*");
      await page.getByRole("tab", { name: "Read", exact: true }).click();
      await heading(page, "Error loading notifications");
    },
  },
  {
    name: "notifications, opened out, one read, one deleted",
    path: "/notifications",
    who: "full",
    reach: async (page) => {
      await page.route(/\/api\/notifications\/[^/]+$/, () => undefined);
      await page.route(/\/read$/, () => undefined);
      await page.locator("summary").nth(1).click();
      await page.getByRole("button", { name: "Show More" }).last().click();
      await page.getByRole("button", { name: "Mark as read" }).first().click();
      await page.getByRole("button", { name: "Delete", exact: true }).first().click();
      await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
    },
  },
  {
    name: "notifications, nothing found",
    path: "/notifications?q=nothing-like-it",
    who: "pro",
    reach: (page) => heading(page, "No notifications found"),
  },
  {
    name: "notifications, deleting all",
    path: "/notifications",
    who: "full",
    reach: async (page) => {
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
      await press(page, "Archive");
      await expect(page.getByText("Failed to archive notification")).toBeVisible();
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
      await heading(page, "No watch found");
    },
  },
  {
    name: "watches, the dialog unfolded",
    path: "/keywords",
    who: "full",
    reach: async (page) => {
      await page.getByRole("button", { name: "Edit tidewater" }).click();
      for (const fold of ["Advanced filters", "Tags and notes", "Alerts of this watch"]) {
        await page.getByText(fold).click();
      }
    },
  },
  {
    name: "watches, subreddits suggested, one of them invalid",
    path: "/keywords",
    who: "pro",
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
    name: "watches, deleting one",
    path: "/keywords",
    who: "full",
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
      await press(page, "Make a feed");
      await expect(page.getByLabel("Feed address")).toBeVisible();
      await press(page, "Export my data");
      await expect(page.getByText("Failed to export your data")).toBeVisible();
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
    reach: async (page) => {
      await hold(page, "**/api/subscriptions/sync");
      await page.reload();
      await expect(page.getByText("Processing your subscription...")).toBeVisible();
    },
  },
  {
    name: "payment, open",
    path: "/subscription/success?session_id=cs_test_1",
    who: "full",
    reach: (page) => heading(page, "We could not confirm your payment yet"),
  },
  { name: "payment, cancelled", path: "/subscription/cancel", who: "full" },
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
