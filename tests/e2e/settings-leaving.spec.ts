import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";
import { sizes } from "../support/e2e-sizes";

async function openSettings(page: Page) {
  const { createUser } = await factories();
  await signInAs(page, await createUser({ firstName: "Maya" }));
  await page.goto("/dashboard");
  // Before hydration, the link would load a new document.
  await waitForHydration(page);
  await follow(page, "Settings");
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
}

const query = (page: Page) => page.getByRole("alertdialog", { name: "Leave without saving?" });
const choose = (page: Page, label: string) => page.getByLabel("Frequency").selectOption({ label });

/** Follows a sidebar link, on a phone via the menu. */
async function follow(page: Page, name: string) {
  const menu = page.getByRole("button", { name: "Open menu" });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("link", { name, exact: true }).filter({ visible: true }).click();
}

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("lists unsaved changes until they are saved or reverted", async ({ page }) => {
      await openSettings(page);
      await choose(page, "Hourly digest");
      await page.getByLabel("Theme", { exact: true }).selectOption({ label: "Dark" });
      await expect(page.getByText("Unsaved changes: Frequency, Theme")).toBeInViewport();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Discard" }).click();
      await expect(page.getByText("Unsaved changes")).toHaveCount(0);
      await expect(page.getByLabel("Frequency")).toHaveValue("realtime");
      await expect(page.getByRole("button", { name: "Save All Changes" })).toHaveCount(0);
      await expect(page.locator("main")).toBeFocused();
      await choose(page, "Daily digest");
      await page.getByRole("button", { name: "Save All Changes" }).click();
      await expect(page.getByText("Unsaved changes")).toHaveCount(0);
      await expect(page.locator("main")).toBeFocused();
      await follow(page, "Dashboard");
      await expect(page).toHaveURL(/\/dashboard$/);
    });

    test("a link shows the confirmation with the focus on Keep editing", async ({ page }) => {
      await openSettings(page);
      await choose(page, "Hourly digest");
      await follow(page, "Keywords");
      await expect(query(page)).toContainText("You have unsaved changes: Frequency.");
      await expect(query(page).getByRole("button", { name: "Keep editing" })).toBeFocused();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press("Enter");
      await expect(query(page)).toBeHidden();
      await expect(page).toHaveURL(/\/settings$/);
      await expect(page.getByLabel("Frequency")).toHaveValue("hourly");

      await follow(page, "Keywords");
      await page.keyboard.press("Escape");
      await expect(query(page)).toBeHidden();
      await follow(page, "Keywords");
      await query(page).getByRole("button", { name: "Leave" }).click();
      await expect(page).toHaveURL(/\/keywords$/);
    });

    test("going back shows the confirmation first", async ({ page }) => {
      await openSettings(page);
      await choose(page, "Hourly digest");
      await page.evaluate(() => history.back());
      await query(page).getByRole("button", { name: "Keep editing" }).click();
      await expect(page.getByLabel("Frequency")).toHaveValue("hourly");
      await page.evaluate(() => history.back());
      await query(page).getByRole("button", { name: "Leave" }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
    });

    test("sign-out shows the confirmation only once", async ({ page }) => {
      await openSettings(page);
      const signOut = page.getByRole("button", { name: "Sign out", exact: true }).filter({ visible: true });
      const requests: string[] = [];
      page.on("dialog", (dialog) => {
        requests.push(dialog.type());
        void dialog.accept();
      });
      await choose(page, "Hourly digest");
      if (viewport.width < 900) await page.getByRole("button", { name: "Open menu" }).click();
      await signOut.first().click();
      await query(page).getByRole("button", { name: "Leave" }).click();
      await expect(page).toHaveURL(/:\d+\/$/);
      expect(requests).toEqual([]);
    });
  });
}

test("reloading shows the browser's own prompt only with unsaved changes", async ({ page }) => {
  await openSettings(page);
  const requests: string[] = [];
  page.on("dialog", (dialog) => {
    requests.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(requests).toEqual([]);
  await choose(page, "Hourly digest");
  await expect(page.getByText("Unsaved changes: Frequency")).toBeVisible();
  await page.reload();
  expect(requests).toEqual(["beforeunload"]);
});

test("going back while the confirmation closes shows it again", async ({ page }) => {
  await openSettings(page);
  await choose(page, "Hourly digest");
  await page.evaluate(() => history.back());
  await query(page).getByRole("button", { name: "Keep editing" }).click();
  await page.evaluate(() => {
    // The closing animation ends before the new request is rendered.
    navigation.addEventListener("navigate", () => {
      for (const one of document.querySelector("[role=alertdialog]")?.getAnimations() ?? []) one.finish();
    });
    history.back();
  });
  await query(page).getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
