import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test } from "../support/e2e-person";
import { seen } from "../support/e2e-seen";

const dialog = (page: Page) => page.getByRole("dialog", { name: /^(Add|Edit) Keyword$/ });
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const retained = (page: Page) => dialog(page).getByText("We restored your unsaved draft.");

async function arrive(page: Page): Promise<void> {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ firstName: "Maya", plan: "pro" });
  await createWatch(user, { keyword: "halyard" });
  await signInAs(page, user);
  // Accept the reload.
  page.on("dialog", (query) => void query.accept());
  await page.goto("/keywords");
}
const add = (page: Page) => page.getByRole("button", { name: "Add Keyword", exact: true }).click();

test("a new watch's draft survives a reload and can be discarded", async ({ page }) => {
  await arrive(page);
  await add(page);
  await dialog(page).getByText("Narrow it down").click();
  await field(page, "Keyword").fill("getting paid");
  const places = dialog(page).getByRole("combobox", { name: "Subreddits" });
  const chosen = dialog(page).getByRole("list", { name: "Chosen subreddits" });
  await places.fill("freelance, ");
  const titlesOnly = dialog(page).getByRole("checkbox", { name: "Titles only" });
  await titlesOnly.hover();
  await page.mouse.down();
  // The press leaves the field, but nothing moves before its release, however late that is.
  await page.waitForTimeout(500);
  await page.mouse.up();
  await expect(titlesOnly).toBeChecked();
  await expect(chosen).toContainText("r/freelance");
  await places.fill("smallbusiness");
  await page.reload();

  await add(page);
  await expect(retained(page)).toBeVisible();
  await expect(field(page, "Keyword")).toHaveValue("getting paid");
  await expect(chosen).toContainText("r/freelance");
  await places.press("Enter");
  await expect(chosen).toContainText("r/smallbusiness");
  await expect(dialog(page).getByRole("checkbox", { name: "Titles only" })).toBeChecked();
  expect(await axeFindings(page)).toEqual([]);

  await dialog(page).getByRole("button", { name: "Discard draft" }).click();
  await expect(field(page, "Keyword")).toHaveValue("");
  await expect(retained(page)).toBeHidden();
  await expect(chosen.getByRole("listitem")).toHaveText(["r/all"]);
  await field(page, "Keyword").fill("once more");
  await page.goto("/keywords?add");
  await expect(retained(page)).toBeVisible();
  await expect(field(page, "Keyword")).toHaveValue("once more");
  await dialog(page).getByRole("button", { name: "Discard draft" }).click();
  await expect(field(page, "Keyword")).toHaveValue("");
  await page.reload();
  await add(page);
  await expect(field(page, "Keyword")).toHaveValue("");
});

test("saving a watch drops its draft immediately", async ({ page }) => {
  await arrive(page);
  const edit = () => page.getByRole("button", { name: "Edit halyard" }).click();
  await edit();
  await dialog(page).getByText("Tags and notes").click();
  await dialog(page).getByLabel("Tags").fill("boats");
  await page.reload();
  await edit();
  await expect(retained(page)).toBeVisible();
  const saved = seen(page, "Keyword updated successfully!");
  await dialog(page).getByRole("button", { name: "Save Changes" }).click();
  await saved;
  await page.reload();
  expect(await page.evaluate(() => sessionStorage.getItem("watchDraft"))).toBeNull();
});

test("a draft is offered only for its own watch, and not after closing, saving or signing out", async ({
  page,
}) => {
  await arrive(page);
  const edit = () => page.getByRole("button", { name: "Edit halyard" }).click();
  await edit();
  await field(page, "Keyword").fill("halyards");
  await page.reload();
  await add(page);
  await expect(field(page, "Keyword")).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();

  await edit();
  await field(page, "Keyword").fill("halyards");
  await page.reload();
  await edit();
  await expect(field(page, "Keyword")).toHaveValue("halyards");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toBeHidden();
  await edit();
  await expect(field(page, "Keyword")).toHaveValue("halyard");
  await field(page, "Keyword").fill("halyards");
  await page.reload();
  const stored = (tab: Page) => tab.evaluate(() => sessionStorage.getItem("watchDraft"));
  expect(await stored(page)).toContain("halyards");

  // A tab that closes because the session ended in another one doesn't keep a draft either.
  const other = await page.context().newPage();
  // A preview that finds the session ended would open the sign-in page.
  await other.route("**/api/keywords/preview", () => {});
  await other.goto("/keywords");
  await add(other);
  await field(other, "Keyword").fill("typed elsewhere");
  await page.getByRole("button", { name: "Sign out", exact: true }).filter({ visible: true }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL("/");
    expect(await stored(tab)).toBeNull();
  }
});

test("a restored draft keeps places of other sites", async ({ page }) => {
  await arrive(page);
  await add(page);
  await field(page, "Keyword").fill("mizzenqx");
  const chosen = dialog(page).getByRole("list", { name: "Chosen subreddits" });
  for (const name of ["tidewater/app", "#bookkeeping@social.example"]) {
    await dialog(page).getByRole("combobox", { name: "Subreddits" }).fill(name);
    await page.keyboard.press("Enter");
    await expect(chosen).toContainText(name);
  }
  await page.reload();
  await add(page);
  await expect(retained(page)).toBeVisible();
  await expect(chosen.getByRole("listitem")).toHaveText([
    "r/all",
    "tidewater/app",
    "#bookkeeping@social.example",
  ]);
  const saved = seen(page, "Keyword added successfully!");
  await dialog(page).getByRole("button", { name: "Add Keyword" }).click();
  await saved;
});
