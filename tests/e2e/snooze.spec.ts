import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";

async function arrive(page: Page, titles: readonly string[]): Promise<void> {
  const { createNotification, createUser, createWatch } = await factories();
  const user = await createUser({ firstName: "Maya" });
  const watch = await createWatch(user, { keyword: "halyard", isActive: false });
  for (const [n, title] of titles.entries())
    await createNotification(watch, {
      createdAt: new Date(Date.now() - (n + 1) * 60_000),
      item: { title: `${title} halyard`, content: "" },
    });
  await signInAs(page, user);
  await page.goto("/notifications");
  await expect(rows(page)).toHaveCount(titles.length);
  // Keys have no effect before the scripts have loaded.
  await waitForHydration(page);
}

const rows = (page: Page) => page.locator("main [data-row]");
const row = (page: Page, title: string) => rows(page).filter({ hasText: title });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click();
const times = (page: Page) => page.getByRole("dialog", { name: "Snooze until" });
/** The change is visible immediately, but a reload shows it only after the server has responded. */
const snoozed = (page: Page) => page.waitForResponse(/\/snooze$/);
const unread = (page: Page) => page.getByRole("link", { name: /^Notifications/ }).first();

test("b snoozes, z undoes, and the Snoozed tab lists it until it's unsnoozed", async ({ page }) => {
  await page.setViewportSize({ width: 1_000, height: 800 });
  // The group's buttons stay uncovered by the popover.
  await arrive(page, ["first", "second", "third", "fourth", "fifth"]);
  await page.keyboard.press("j");
  await expect(row(page, "first")).toBeFocused();
  await page.keyboard.press("b");
  await expect(times(page)).toBeVisible();
  await expect(times(page).getByRole("button").first()).toBeFocused();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page)).toEqual([]);
  }
  await page.keyboard.press("Escape");
  await expect(times(page)).toBeHidden();

  await page.keyboard.press("b");
  await expect(times(page).getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(times(page)).toBeHidden();
  await expect(row(page, "first")).toBeFocused();
  await page.keyboard.press("b");
  const stored = snoozed(page);
  await times(page)
    .getByRole("button", { name: /^In an hour/ })
    .click();
  await expect(row(page, "first")).toBeHidden();
  // Otherwise the wait for the second snooze below could receive this response.
  await stored;
  await expect(unread(page)).toContainText("4");
  await expect(page.getByText(/^1 notification snoozed until (\w{3} )?\d\d:\d\d$/)).toBeVisible();
  await page.keyboard.press("z");
  await expect(row(page, "first")).toBeVisible();
  await expect(unread(page)).toContainText("5");

  await row(page, "first").getByRole("button", { name: "Snooze" }).click();
  const retained = snoozed(page);
  await times(page)
    .getByRole("button", { name: /^Tomorrow/ })
    .click();
  await expect(row(page, "first")).toBeHidden();
  await retained;
  await tab(page, "Snoozed");
  await page.reload();
  await expect(unread(page)).toContainText("4");
  await expect(row(page, "first")).toContainText(/Until \w{3} 08:00/);
  await expect(page.getByText("1 snoozed notification", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Archive all" })).toBeHidden();
  await page.emulateMedia({ colorScheme: "light" });
  expect(await axeFindings(page)).toEqual([]);
  await row(page, "first").getByRole("button", { name: "Unsnooze" }).click();
  await expect(page.getByText("No snoozed notifications.")).toBeVisible();
  await tab(page, "Unread");
  await expect(rows(page)).toHaveCount(5);
});

test("marking a snoozed match as read can be undone", async ({ page }) => {
  await arrive(page, ["first"]);
  const pane = page.getByRole("region", { name: "Reading pane" });
  const stored = snoozed(page);
  await pane.getByRole("button", { name: "Snooze" }).click();
  await times(page)
    .getByRole("button", { name: /^Tomorrow/ })
    .click();
  await stored;
  await tab(page, "Snoozed");
  await expect(row(page, "first")).toBeVisible();
  await pane.getByRole("button", { name: "Mark as read" }).click();
  await expect(row(page, "first")).toBeHidden();
  await expect(page.getByText("1 notification marked as read")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "first")).toBeVisible();
});

test("pressing a row's times on a phone doesn't open the row", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await arrive(page, ["first"]);
  await row(page, "first").focus();
  await page.keyboard.press("b");
  await times(page).getByRole("button", { name: "Pick a time" }).click();
  await expect(times(page).getByLabel("Date and time")).toBeFocused();
  await expect(page.locator("[data-layer]")).toHaveCount(0);
});

test("snoozes several until a picked time and rejects a past time", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await arrive(page, ["first", "second", "third"]);
  for (const title of ["first", "second"]) {
    await row(page, title).focus();
    await page.keyboard.press("x");
    // Until its code is loaded, a key acts on the row that then has the focus.
    await expect(row(page, title).getByRole("checkbox")).toBeChecked();
  }
  // The key waits only five seconds for the code of the bar.
  await expect(page.getByRole("group", { name: "Selected notifications" })).toBeVisible();
  await page.keyboard.press("b");
  await times(page).getByRole("button", { name: "Pick a time" }).click();
  const field = times(page).getByLabel("Date and time");
  await expect(field).toBeFocused();
  await field.fill("2020-01-01T08:00");
  await times(page).getByRole("button", { name: "Snooze", exact: true }).click();
  await expect(times(page).getByText("Choose a future time")).toBeVisible();
  await expect(field).toBeFocused();
  const ahead = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  await field.fill(`${ahead}T09:30`);
  const retained = snoozed(page);
  await times(page).getByRole("button", { name: "Snooze", exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText(/^2 notifications snoozed until .*, 09:30$/)).toBeVisible();
  await retained;
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.goto("/notifications?status=snoozed");
  await expect(rows(page)).toHaveCount(2);
});

test("the Starred tab also lists archived items", async ({ page }) => {
  await arrive(page, ["first", "second"]);
  await row(page, "second").getByRole("button", { name: "Star" }).click();
  await row(page, "second")
    .getByRole("button", { name: /^Archive: / })
    .click();
  await tab(page, "Starred");
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "second")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await row(page, "second").getByRole("button", { name: "Star" }).click();
  await expect(page.getByText("0 starred notifications")).toBeVisible();
});
