import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test } from "../support/e2e-person";
import { seen } from "../support/e2e-seen";
import { sizes } from "../support/e2e-sizes";

type Watch = NonNullable<Parameters<Awaited<ReturnType<typeof factories>>["createWatch"]>[1]>;

async function arrange(page: Page, watches: readonly Watch[]) {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ plan: "pro" });
  for (const watch of watches) await createWatch(user, watch);
  await signInAs(page, user);
  await page.goto("/keywords");
}

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
const subreddits = (page: Page) => page.getByRole("combobox", { name: "Subreddits" });

/** Fills in the dialog for a new watch and submits it by keyboard. */
async function add(page: Page, keyword: string, names: string) {
  await page.getByRole("button", { name: "Add Keyword" }).click();
  await button(page, "Remove r/all").click();
  await subreddits(page).fill(names);
  await page.getByLabel("Keyword", { exact: true }).fill(keyword);
  await page.keyboard.press("Enter");
}

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("warns about full overlap with another watch before adding", async ({ page }) => {
      await arrange(page, [{ keyword: "Halyard", subreddits: ["all"] }]);
      const writes: string[] = [];
      page.on("request", (request) => request.method() === "POST" && writes.push(request.url()));
      await add(page, "halyard", "freelance, smallbusiness");
      const said = dialog(page).getByRole("status").filter({ hasText: "already covers all of this" });
      await expect(said).toContainText('Your watch "Halyard" in r/all already covers all of this.');
      await expect(said).toBeInViewport({ ratio: 1 });
      await expect(button(page, "Edit")).toBeFocused();
      expect(writes.filter((url) => url.endsWith("/api/keywords"))).toEqual([]);
      expect(await axeFindings(page)).toEqual([]);

      await page.keyboard.press("Enter");
      await expect(said).toHaveCount(0);
      await expect(page.getByLabel("Keyword", { exact: true })).toBeFocused();
      await page.keyboard.press("Enter");
      const saved = seen(page, "Keyword added successfully!");
      await button(page, "Add Anyway").click();
      await saved;
      await expect(dialog(page)).toBeHidden();
      await expect(page.getByText("2 keywords, 2 active")).toBeVisible();
    });
  });
}

test("partial overlap names the subreddits and the watch, and changes are checked again", async ({
  page,
}) => {
  await arrange(page, [{ keyword: "halyard", subreddits: ["freelance", "webdev"] }]);
  await add(page, "HALYARD", "Freelance, smallbusiness");
  await expect(
    dialog(page).getByText('Your watch "halyard" in r/freelance and r/webdev already covers r/Freelance.'),
  ).toBeVisible();
  await button(page, "Remove r/Freelance").click();
  await expect(button(page, "Add Keyword")).toBeVisible();
  const saved = seen(page, "Keyword added successfully!");
  await button(page, "Add Keyword").click();
  await saved;
});

test("doesn't warn if the other watch is narrower, paused or for another keyword", async ({ page }) => {
  await arrange(page, [
    { keyword: "halyard", subreddits: ["all"], caseSensitive: true },
    { keyword: "halyard", subreddits: ["freelance"], isActive: false },
    { keyword: "tide", subreddits: ["all"] },
  ]);
  const saved = seen(page, "Keyword added successfully!");
  await add(page, "halyard", "freelance, webdev");
  await saved;
});

test("an edit warns if it creates an overlap, not if it changes nothing relevant", async ({ page }) => {
  await arrange(page, [
    { keyword: "halyard", subreddits: ["all"] },
    { keyword: "halyard", subreddits: ["webdev"] },
    { keyword: "mizzen", subreddits: ["freelance"] },
  ]);
  await page.getByRole("button", { name: "Edit halyard" }).first().click();
  await dialog(page).getByText("Tags and notes").click();
  await page.getByLabel("Notes").fill("They raised their prices.");
  const saved = seen(page, "Keyword updated successfully!");
  await button(page, "Save Changes").click();
  await saved;
  await expect(dialog(page)).toBeHidden();

  await page.getByRole("button", { name: "Edit mizzen" }).click();
  await page.getByLabel("Keyword", { exact: true }).fill("halyard");
  await button(page, "Save Changes").click();
  await expect(dialog(page).getByText(/in r\/all already covers all of this/)).toBeVisible();
  // Don't repeat the warning after a failed save.
  const path = /\/api\/keywords\/[^/?]+$/;
  await page.route(path, (route) =>
    route.fulfill({ status: 503, json: { code: "UPSTREAM_UNAVAILABLE", message: "Back soon" } }),
  );
  await button(page, "Save Anyway").click();
  await expect(dialog(page).getByRole("alert").getByText("Back soon")).toBeVisible();
  await page.unroute(path);
  const savedAgain = seen(page, "Keyword updated successfully!");
  await button(page, "Save Changes").click();
  await savedAgain;
});
