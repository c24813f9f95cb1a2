import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test } from "../support/e2e-person";
import { seen } from "../support/e2e-seen";
import { sizes } from "../support/e2e-sizes";

const places = () => process.env.E2E_PLACES_URL ?? "";
const dialog = (page: Page) => page.getByRole("dialog");
const field = (page: Page) => page.getByRole("combobox", { name: "Subreddits" });
const chips = (page: Page) => page.getByRole("list", { name: "Chosen subreddits" }).getByRole("listitem");

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("finds the feed of a blog URL and shows its content, or an error without a feed", async ({
      page,
    }) => {
      const { createUser } = await factories();
      await signInAs(page, await createUser({ plan: "pro" }));
      await page.goto("/keywords");
      await page.getByRole("button", { name: "Add Keyword" }).click();
      await page.getByLabel("Keyword", { exact: true }).fill("halyard");
      await field(page).fill(`${places()}/feeds/ledger`);
      await page.keyboard.press("Enter");
      await expect(chips(page).filter({ hasText: "The ledger" })).toBeVisible();
      await expect(
        dialog(page).getByText(/^The ledger: \d+ posts, latest \d+ (minutes?|hours?) ago$/),
      ).toBeVisible();
      await field(page).fill(`${places()}/feeds/nothing/feed`);
      await page.keyboard.press("Enter");
      const refused = dialog(page).getByRole("alert");
      await expect(refused).toContainText("The feed no longer exists");
      expect(await axeFindings(page)).toEqual([]);
      await refused.getByRole("button", { name: "Remove" }).click();
      const saved = seen(page, "Keyword added successfully!");
      await dialog(page).getByRole("button", { name: "Add Keyword" }).click();
      await saved;
      const row = page.getByRole("listitem").filter({ hasText: "halyard" });
      await expect(row.getByRole("paragraph").nth(1)).toContainText("The ledger");
    });
  });
}
