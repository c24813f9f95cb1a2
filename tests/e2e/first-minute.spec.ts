import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";
import { readSites, writePost } from "../support/e2e-reddit";
import { reloadLists } from "../support/e2e-tabs";

const steps = (page: Page) => page.getByRole("region", { name: "Getting started" });
const typed = (page: Page) => page.getByLabel("Name or URL");
const listenIn = (page: Page) => page.getByRole("button", { name: "Show matches" });
const rows = (page: Page) => page.getByRole("list", { name: "Suggestions" }).getByRole("listitem");
const change = (page: Page) => page.getByRole("button", { name: "Change", exact: true });
const addButton = (page: Page) => page.getByRole("button", { name: /^Add \d+ Keywords?$/ });

async function newcomer(page: Page) {
  const { createUser } = await factories();
  const user = await createUser({ firstName: "Sam" });
  await signInAs(page, user);
  await page.goto("/dashboard");
  await expect(steps(page)).toBeVisible();
  return user;
}

test("the keyword of the landing page survives a reload", async ({ page }) => {
  await page.goto("/register?keyword=tidewater");
  await expect(page.getByText("We'll start with “tidewater”.")).toBeVisible();
  // The page stores the keyword after hydration.
  await waitForHydration(page);
  await newcomer(page);
  await expect(typed(page)).toHaveValue("tidewater");
  await page.reload();
  await expect(typed(page)).toHaveValue("tidewater");
});

test("on Free up to three watches are added, announced in advance, and can be undone", async ({ page }) => {
  const word = `quay${Date.now()}`;
  await newcomer(page);
  for (const title of [`${word} app`, `${word}app`, `${word}-app`, `${word}`, `${word} alternative`])
    await writePost(page, title);
  await typed(page).fill(`${word} App`);
  // At the end of a search, the field disappears.
  const searched = change(page).or(steps(page).locator("form button:not([aria-busy=true])"));
  // The posts are read within seconds, by this call or by the app's own clock.
  await expect(async () => {
    await readSites(page);
    await expect(searched).toBeVisible();
    if (await change(page).isVisible()) await change(page).click();
    await typed(page).press("Enter");
    await expect(rows(page)).not.toHaveCount(0, { timeout: 5_000 });
    expect(await rows(page).count()).toBe(5);
  }).toPass({ timeout: 240_000 });
  // Real sentences, before anything is saved, in the list and in the email.
  await expect(rows(page).first()).toContainText(`${word} app`);
  const mail = page.getByRole("complementary", { name: "Sample email" });
  await expect(mail.locator("mark").first()).toContainText(word);
  await expect(steps(page).getByRole("status").filter({ hasText: "5 suggestions found." })).toHaveCount(1);
  await expect(addButton(page)).toHaveText(/^Add 3 Keywords ?3 of 3$/);
  await expect(addButton(page)).toHaveAccessibleDescription(/3 of 3 The Free plan includes 3 keywords/);
  await expect(rows(page).last().getByRole("checkbox")).toBeDisabled();
  await rows(page).first().getByRole("checkbox").uncheck();
  await expect(rows(page).last().getByRole("checkbox")).toBeEnabled();
  await expect(addButton(page)).toHaveText(/^Add 2 Keywords ?2 of 3$/);

  await addButton(page).click();
  const watches = page.getByRole("region", { name: "Recent Keywords" }).getByRole("listitem");
  await expect(watches).toHaveCount(2);
  // The steps remain visible, without an upgrade prompt on the first day.
  await expect(steps(page)).toContainText("Listening… Your first match will appear here.");
  await expect(page.getByRole("region", { name: "Upgrade" })).toHaveCount(0);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(steps(page)).toBeVisible();
  await expect(watches).toHaveCount(0);
  await expect(addButton(page)).toHaveText(/^Add 2 Keywords/);
  await change(page).click();
  await expect(typed(page)).toHaveValue(`${word} App`);
});

test("a failed lookup keeps the input, and the steps can be completed manually", async ({ page }) => {
  await newcomer(page);
  await listenIn(page).click();
  await expect(page.getByText("Enter a name or a URL.")).toBeVisible();
  await page.route("**/api/keywords/suggest", (route) => route.abort());
  await typed(page).fill("Tide App");
  await listenIn(page).click();
  await expect(page.getByText("We couldn't reach Earshot.")).toBeVisible();
  await expect(typed(page)).toHaveValue("Tide App");
  await page.unroute("**/api/keywords/suggest");
  let go = () => {};
  const stored = new Promise<void>((resolve) => (go = resolve));
  await page.route("**/api/keywords/suggest", async (route) => {
    await stored;
    await route.continue();
  });
  await listenIn(page).click();
  await expect(listenIn(page)).toHaveAttribute("aria-busy", "true");
  await expect(steps(page).getByRole("status").filter({ hasText: "Searching…" })).toHaveCount(1);
  go();
  await expect(rows(page).first()).toContainText("Tide App");

  await page.getByRole("link", { name: "Skip and add keywords manually" }).click();
  await expect(page.getByRole("dialog").getByLabel("Keyword", { exact: true })).toBeFocused();
});

test("focus continues at the next control of the steps", async ({ page }) => {
  await newcomer(page);
  await typed(page).fill(`keel${Date.now()}`);
  await page.keyboard.press("Enter");
  await expect(rows(page).first().getByRole("checkbox")).toBeFocused();
  await change(page).press("Enter");
  await expect(typed(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rows(page).first().getByRole("checkbox")).toBeFocused();
  await addButton(page).press("Enter");
  await expect(page.getByRole("button", { name: "Send Test Alert" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Send again" })).toBeFocused();
});

test("adds nothing and keeps the selection if another tab has used up the limit", async ({ page }) => {
  const user = await newcomer(page);
  await typed(page).fill(`mole${Date.now()}`);
  await listenIn(page).click();
  await expect(addButton(page)).toBeVisible();
  const selected = rows(page).getByRole("checkbox", { checked: true });
  const count = await selected.count();
  expect(count).toBeGreaterThan(0);
  const { createWatch } = await factories();
  for (const keyword of ["halyardqx", "mizzenqx", "spritqx"]) await createWatch(user, { keyword });
  await expect(async () => {
    await reloadLists(page);
    const watches = page.getByRole("region", { name: "Recent Keywords" }).getByRole("listitem");
    await expect(watches).toHaveCount(3, { timeout: 1_000 });
  }).toPass();
  await addButton(page).click();
  await expect(
    page.getByText("That's more keywords than your plan allows, so we didn't add any."),
  ).toBeVisible();
  await expect(selected).toHaveCount(count);
});

for (const [theme, width] of [
  ["light", 1280],
  ["dark", 1280],
  ["light", 375],
  ["dark", 375],
] as const) {
  test(`the steps in ${theme} at ${width} px pass axe and don't scroll horizontally`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    await newcomer(page);
    expect(await axeFindings(page)).toEqual([]);
    await typed(page).fill("tidewater.example");
    await listenIn(page).click();
    // A failure prints the error that the steps show.
    await expect(steps(page)).toContainText(/suggestions? found/);
    await expect(rows(page).first()).toContainText("tidewater");
    expect(await axeFindings(page)).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
    await addButton(page).click();
    await expect(page.getByRole("heading", { name: "Send yourself a test" })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });
}
