import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test } from "../support/e2e-person";
import { sizes } from "../support/e2e-sizes";

async function openDialog(page: Page) {
  const { createUser } = await factories();
  await signInAs(page, await createUser({ firstName: "Maja", lastName: "Okafor" }));
  await page.goto("/settings");
  await page.getByRole("button", { name: "Edit name" }).click();
  return page.getByRole("dialog", { name: "Edit name" });
}

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("a name change appears on the screen and in the sidebar immediately", async ({ page }) => {
      const dialog = await openDialog(page);
      const first = dialog.getByLabel("First name");
      await expect(first).toHaveValue("Maja");
      await first.fill(" ");
      await dialog.getByRole("button", { name: "Save Name" }).click();
      await expect(dialog.getByText("First name is required")).toBeVisible();
      await expect(first).toBeFocused();
      expect(await axeFindings(page)).toEqual([]);

      await page.route("**/api/users/profile", (route) =>
        route.fulfill({ status: 503, json: { code: "UPSTREAM_UNAVAILABLE", message: "Back soon" } }),
      );
      await first.fill("Maya");
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("alert").getByText("Back soon")).toBeInViewport();
      await page.unroute("**/api/users/profile");

      let waitUntilSettled = () => {};
      const slow = new Promise<void>((resolve) => (waitUntilSettled = resolve));
      await page.route("**/api/users/profile", (route) => slow.then(() => route.continue()));
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("button", { name: "Saving..." })).toBeVisible();
      waitUntilSettled();
      await expect(page.getByText("Name updated")).toBeVisible();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("button", { name: "Edit name" })).toBeFocused();
      const facts = page.getByRole("region", { name: "Account Information" });
      await expect(facts).toContainText("First nameMaya");
      const menu = page.getByRole("button", { name: "Open menu" });
      if (await menu.isVisible()) await menu.click();
      await expect(page.getByText("Maya Okafor").filter({ visible: true })).toBeVisible();
    });
  });
}
