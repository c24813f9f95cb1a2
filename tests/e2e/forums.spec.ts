import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test } from "../support/e2e-person";
import { seen } from "../support/e2e-seen";
import { sizes } from "../support/e2e-sizes";

const host = () => process.env.E2E_FORUM_HOST ?? "";
const field = (page: Page) => page.getByRole("combobox", { name: "Subreddits" });
const chips = (page: Page) => page.getByRole("list", { name: "Chosen subreddits" }).getByRole("listitem");

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("finds the forum of a topic URL and shows its content and title", async ({ page }) => {
      const { createUser } = await factories();
      await signInAs(page, await createUser({ plan: "pro" }));
      await page.goto("/keywords");
      await page.getByRole("button", { name: "Add Keyword" }).click();
      await page.getByLabel("Keyword", { exact: true }).fill("halyard");
      await field(page).fill(`http://${host()}/t/welcome/1`);
      await page.keyboard.press("Enter");
      await expect(chips(page).filter({ hasText: "Harbour Community" })).toBeVisible();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByText(/^Harbour Community: \d+ posts?, (latest|\d+|just now)/)).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      const saved = seen(page, "Keyword added successfully!");
      await dialog.getByRole("button", { name: "Add Keyword" }).click();
      await saved;
      const row = page.getByRole("listitem").filter({ hasText: "halyard" });
      await expect(row.getByRole("paragraph").nth(1)).toContainText("Harbour Community");
    });
  });
}
