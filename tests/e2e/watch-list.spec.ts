import { expect, type Page, type Route } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";

const limitText =
  "You've reached the maximum of 3 keywords for free users. Upgrade to Pro for unlimited keyword watches!";

/** An account with a watch for each keyword, oldest first, on the watch list. */
async function arrange(page: Page, plan: "free" | "pro", keywords: readonly string[]) {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ firstName: "Maya", plan });
  for (const [at, keyword] of keywords.entries()) {
    await createWatch(user, { keyword, createdAt: new Date(Date.now() - (keywords.length - at) * 60_000) });
  }
  await signInAs(page, user);
  await page.goto("/keywords");
  return user;
}

const row = (page: Page, keyword: string) =>
  page.getByRole("region", { name: "Watches" }).getByRole("listitem").filter({ hasText: keyword });
const reply = (route: Route, status: number, body: object) =>
  route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) });
const refuse = (route: Route) =>
  reply(route, 500, { code: "INTERNAL_ERROR", message: "Something went wrong on our side" });

test("a toggle takes effect immediately and reverts with a toast on failure", async ({ page }) => {
  await arrange(page, "free", ["tidewater", "late payments"]);
  const toggle = page.getByRole("switch", { name: "Listen for tidewater" });
  const saved = page.waitForResponse(/\/toggle$/);
  await toggle.click();
  await expect(row(page, "tidewater").getByText("Paused")).toBeVisible();
  await expect(page.getByText("2 watches, 1 active")).toBeVisible();
  await saved;
  await page.reload();
  await expect(toggle).not.toBeChecked();

  let waitUntilSettled = () => {};
  const stored = new Promise<void>((resolve) => (waitUntilSettled = resolve));
  await page.route("**/toggle", (route) => stored.then(() => refuse(route)));
  await toggle.click();
  await expect(toggle).toBeChecked();
  waitUntilSettled();
  await expect(page.getByText('Failed to resume "tidewater"')).toBeVisible();
  await expect(toggle).not.toBeChecked();
});

test("resuming a watch above the limit opens the upgrade dialog and leaves it paused", async ({ page }) => {
  const user = await arrange(page, "free", ["one word", "two words", "three words"]);
  const { createWatch } = await factories();
  await createWatch(user, { keyword: "asleep", isActive: false });
  await page.reload();
  await page.getByRole("switch", { name: "Listen for asleep" }).click();
  await expect(page.getByRole("alertdialog").getByText(limitText)).toBeVisible();
  await page.getByRole("button", { name: "Maybe Later" }).click();
  await expect(page.getByRole("switch", { name: "Listen for asleep" })).not.toBeChecked();
});

test("deleting shows a confirmation with focus on the safe button, and a failure restores the row", async ({
  page,
}) => {
  await arrange(page, "free", ["tidewater", "late payments"]);
  const send = page.getByRole("alertdialog");
  const open = page.getByRole("button", { name: "Delete tidewater" });
  await open.click();
  await expect(
    send.getByText("Are you sure you want to delete this keyword watch?", { exact: true }),
  ).toBeVisible();
  await expect(send.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(send).toBeHidden();
  await expect(open).toBeFocused();

  let waitUntilSettled = () => {};
  const stored = new Promise<void>((resolve) => (waitUntilSettled = resolve));
  await page.route(/\/api\/keywords\/[0-9a-f-]+$/, (route) => stored.then(() => refuse(route)));
  await open.click();
  await send.getByRole("button", { name: "Delete" }).click();
  await expect(row(page, "tidewater")).toHaveCount(0);
  waitUntilSettled();
  await expect(page.getByText('Failed to delete "tidewater"')).toBeVisible();
  await expect(row(page, "tidewater")).toHaveCount(1);

  await page.unroute(/\/api\/keywords\/[0-9a-f-]+$/);
  await open.click();
  const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
  await send.getByRole("button", { name: "Delete" }).click();
  await expect(row(page, "tidewater")).toHaveCount(0);
  await expect(page.getByText("1 watch, 1 active")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Keyword" })).toBeFocused();
  await deleted;
  await page.reload();
  await expect(row(page, "tidewater")).toHaveCount(0);
});

test("hundreds of watches are paginated and searchable", async ({ page }) => {
  const keywords = Array.from({ length: 45 }, (_, at) => `word number ${at + 1}`);
  await arrange(page, "pro", keywords);
  await expect(page.getByText("45 watches, 45 active")).toBeVisible();
  await expect(page.getByText("Page 1 of 3")).toBeVisible();
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
  await expect(row(page, "word number 45")).toBeVisible();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByText("Page 3 of 3")).toBeVisible();
  await expect(row(page, "word number 1").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Next", exact: true })).toBeDisabled();
  await page.getByRole("searchbox").fill("number 33");
  await expect(page.getByRole("region", { name: "Watches" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByText("45 watches, 45 active")).toBeVisible();
  await page.getByRole("searchbox").fill("nothing like it");
  await expect(page.getByText('No keywords match "nothing like it".')).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(row(page, "word number 45")).toBeVisible();
});

test("pauses and resumes all watches", async ({ page }) => {
  await arrange(page, "free", ["tidewater", "late payments"]);
  await page.getByRole("button", { name: "Pause all" }).click();
  await expect(page.getByText("2 watches paused")).toBeVisible();
  await expect(page.getByText("2 watches, 0 active")).toBeVisible();
  await page.getByRole("button", { name: "Resume all" }).click();
  await expect(page.getByText("2 watches resumed")).toBeVisible();
  await expect(page.getByText("2 watches, 2 active")).toBeVisible();
});
