import { expect, type Page } from "@playwright/test";
import { factories, signInAs, withDatabase, test } from "../support/e2e-person";
import { seen } from "../support/e2e-seen";

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
const keyword = (page: Page) => page.getByLabel("Keyword", { exact: true });

test("a new user creates a precise watch within a minute and few presses", async ({ page }) => {
  const { createUser } = await factories();
  const user = await createUser({ plan: "pro" });
  await signInAs(page, user);
  await page.goto("/keywords");
  await page.evaluate(() => {
    const counted = window as typeof window & { presses?: number };
    counted.presses = 0;
    addEventListener("pointerdown", () => (counted.presses = (counted.presses ?? 0) + 1), true);
  });
  const startedAt = Date.now();
  // Typing speed of a user who thinks while typing.
  const type = (text: string) => page.keyboard.type(text, { delay: 120 });
  await page.getByRole("button", { name: "Add Keyword" }).first().click();
  await expect(keyword(page)).toBeFocused();
  await type("Tide");
  await dialog(page).getByRole("combobox", { name: "Subreddits" }).click();
  await type("SaaS, startups, smallbusiness");
  await page.keyboard.press("Enter");
  await dialog(page).getByText("Narrow it down").click();
  await dialog(page).getByRole("button", { name: "Add to “Exclude”" }).click();
  await type("laundry, detergent, jobs, hiring");
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("button", { name: "Add to “Flair”" }).click();
  await type("question");
  await page.keyboard.press("Enter");
  const reading = "Meaning: Tide, without laundry, detergent, jobs or hiring, with the flair question.";
  await expect(dialog(page).getByText(reading)).toBeVisible();
  const saved = seen(page, "Keyword added successfully!");
  await button(page, "Add Keyword").click();
  await saved;
  const spentMs = Date.now() - startedAt;
  const presses = await page.evaluate(() => (window as typeof window & { presses?: number }).presses ?? 0);
  test
    .info()
    .annotations.push({ type: "presses and seconds", description: `${presses}, ${spentMs / 1_000}` });
  console.log(`a newcomer: ${presses} presses, ${(spentMs / 1_000).toFixed(1)} s`);
  expect(presses).toBeLessThanOrEqual(6);
  expect(spentMs).toBeLessThan(60_000);
  const [watch] = await withDatabase((db) => db.watch.findMany({ where: { userId: user.id } }));
  expect(watch?.expression).toBe("Tide -laundry -detergent -jobs -hiring flair:question");
  expect(watch?.places).toEqual(["reddit:SaaS", "reddit:startups", "reddit:smallbusiness"]);
});
