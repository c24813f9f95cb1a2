import { expect } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test } from "../support/e2e-person";
import { seen } from "../support/e2e-seen";
import { sizes } from "../support/e2e-sizes";

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("creates an API key, shows it once, uses it and revokes it after confirmation", async ({
      page,
      context,
    }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const { createUser } = await factories();
      await signInAs(page, await createUser());
      await page.goto("/settings#keys");
      const keys = page.getByRole("region", { name: "API keys", exact: true });
      await expect(keys).toBeInViewport();
      await expect(keys.getByText("No API keys yet")).toBeVisible();

      const open = keys.getByRole("button", { name: "New Key" });
      await open.focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "New API key" });
      await dialog.getByRole("button", { name: "Create Key" }).click();
      await expect(dialog.getByText("Enter a label")).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByLabel("Label").fill("Weekly sheet");
      await dialog.getByLabel("Expires").selectOption("In 1 year");
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(open).toBeFocused();
      await open.click();
      await dialog.getByLabel("Label").fill("Weekly sheet");
      await page.keyboard.press("Enter");
      await expect(dialog).toBeHidden();

      const shown = keys.getByLabel("API key for Weekly sheet");
      const secret = await shown.inputValue();
      await keys.getByRole("button", { name: "Copy" }).click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
      const row = keys.getByRole("group", { name: "Weekly sheet" });
      await expect(row).toContainText(`esk_…${secret.slice(-4)}`);
      await expect(row).toContainText("never used");
      expect(await axeFindings(page)).toEqual([]);

      const headers = { authorization: `Bearer ${secret}` };
      const profile = `${process.env.E2E_APP_URL}/api/users/profile`;
      expect((await fetch(profile, { headers })).status).toBe(200);
      await page.reload();
      await expect(row).toContainText("last used");
      await expect(keys).not.toContainText(secret);
      await expect(shown).toHaveCount(0);

      await row.getByRole("button", { name: "Revoke Weekly sheet" }).click();
      const query = page.getByRole("alertdialog", { name: "Revoke Weekly sheet?" });
      await expect(query.getByRole("button", { name: "Cancel" })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(row).toBeVisible();
      await row.getByRole("button", { name: "Revoke Weekly sheet" }).click();
      await query.getByRole("button", { name: "Revoke Key" }).click();
      await expect(keys.getByText("No API keys yet")).toBeVisible();
      await expect(open).toBeFocused();
      expect((await fetch(profile, { headers })).status).toBe(401);
    });
  });
}

test("a key created after Cancel doesn't close the next form", async ({ page }) => {
  const { createUser } = await factories();
  await signInAs(page, await createUser());
  await page.goto("/settings#keys");
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/keys", (route) => released.then(() => route.continue()));
  const dialog = page.getByRole("dialog", { name: "New API key" });
  const open = page.getByRole("button", { name: "New Key" });
  await open.click();
  await dialog.getByLabel("Label").fill("Weekly sheet");
  await dialog.getByRole("button", { name: "Create Key" }).click();
  await expect(dialog.getByRole("button", { name: "Creating..." })).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await open.click();
  await dialog.getByLabel("Label").fill("Daily sheet");
  const created = seen(page, "API key created. Copy it now.");
  release();
  await created;
  await page.keyboard.press("End");
  await page.keyboard.type("s");
  await expect(dialog.getByLabel("Label")).toHaveValue("Daily sheets");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("API key for Weekly sheet")).toBeVisible();
});
