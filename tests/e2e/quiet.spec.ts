import { expect } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test } from "../support/e2e-person";
import { sizes } from "../support/e2e-sizes";

for (const { viewport, size } of sizes) {
  test.describe(`at ${size}`, () => {
    test.use({ viewport });

    test("saves quiet hours, digest days and a global mute together", async ({ page }) => {
      const { createUser } = await factories();
      await signInAs(page, await createUser({}));
      await page.goto("/settings");
      const section = page.getByRole("region", { name: "Quiet hours and digests" });
      await section.getByRole("switch", { name: "Quiet hours" }).check();
      await section.getByLabel("From", { exact: true }).selectOption("23:30");
      await section.getByLabel("To", { exact: true }).selectOption("06:30");
      await section.getByLabel("Mute everything").selectOption({ label: "Until tomorrow" });
      await section.getByLabel("Digest time").selectOption("07:00");
      for (const day of ["Sat", "Sun"]) await section.getByRole("checkbox", { name: day }).uncheck();
      await page.getByRole("button", { name: "Save All Changes" }).click();
      await expect(
        page.getByText("Notification preferences updated successfully", { exact: true }),
      ).toBeVisible();

      await page.reload();
      await expect(section.getByLabel("From", { exact: true })).toHaveValue("23:30");
      await expect(section.getByLabel("To", { exact: true })).toHaveValue("06:30");
      await expect(section.getByLabel("Mute everything").locator("option:checked")).toHaveText(
        /^Muted until /,
      );
      await expect(section.getByLabel("Digest time").locator("option:checked")).toHaveText("07:00");
      await expect(section.getByRole("checkbox", { checked: true })).toHaveCount(5);
      expect(await axeFindings(page)).toEqual([]);
    });

    test("mutes a watch in its dialog and shows it in its row", async ({ page }) => {
      const { createUser, createWatch } = await factories();
      const user = await createUser({});
      await createWatch(user, { keyword: "quillon" });
      await createWatch(user, { keyword: "tidewater" });
      await signInAs(page, user);
      await page.goto("/keywords");
      await page.getByRole("button", { name: "Edit quillon" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Alerts for this watch").click();
      await dialog.getByLabel("Mute").selectOption({ label: "Until I turn it back on" });
      await dialog.getByRole("button", { name: "Save Changes" }).click();
      await expect(dialog).toBeHidden();
      const row = (keyword: string) => page.getByRole("listitem").filter({ hasText: keyword });
      await expect(row("quillon")).toContainText("Muted");
      await expect(row("tidewater")).not.toContainText("Muted");
      expect(await axeFindings(page)).toEqual([]);
    });

    test("an email's mute link opens a page with one button", async ({ page }) => {
      const { createUser, createWatch, createNotification } = await factories();
      const watch = await createWatch(await createUser({}), { keyword: "a <b>quillon</b> & more" });
      const { notification } = await createNotification(watch);
      const { muteUrl } = await import("../../src/server/delivery/unsubscribe");
      const link = muteUrl(notification.userKeywordId);
      await page.goto(link);
      await expect(page.getByRole("heading")).toHaveText("Mute “a <b>quillon</b> & more” until tomorrow?");
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("button").press("Enter");
      await expect(page.getByRole("heading")).toHaveText("“a <b>quillon</b> & more” is muted");
      expect(await axeFindings(page)).toEqual([]);
      await page.goto(`${link}x`);
      await expect(page.getByRole("heading")).toHaveText("This link isn't valid");
    });
  });
}
