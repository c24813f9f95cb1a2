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
  await expect(page.getByText("2 keywords, 1 active")).toBeVisible();
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

test("changes made while earlier ones are being saved keep those on screen", async ({ page }) => {
  await arrange(page, "free", ["tidewater", "late payments", "net sixty"]);
  let waitUntilSettled = () => {};
  const stored = new Promise<void>((resolve) => (waitUntilSettled = resolve));
  const changes = /\/toggle$|\/api\/keywords\/[0-9a-f-]+$/;
  await page.route(changes, (route) => stored.then(() => route.continue()));
  const toggle = (keyword: string) => page.getByRole("switch", { name: `Listen for ${keyword}` });
  const first = page.waitForRequest(/\/toggle$/);
  await toggle("tidewater").click();
  await first;
  await toggle("late payments").click();
  await expect(toggle("late payments")).not.toBeChecked();
  await expect(toggle("tidewater")).not.toBeChecked();
  await page.getByRole("button", { name: "Delete net sixty" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(row(page, "net sixty")).toHaveCount(0);
  await expect(toggle("tidewater")).not.toBeChecked();
  await expect(page.getByText("2 keywords, 0 active")).toBeVisible();
  let answered = 0;
  page.on("response", (response) => {
    if (changes.test(response.url())) answered += 1;
  });
  waitUntilSettled();
  // All three are sent at the same time, and a reload would cancel the slower ones.
  await expect.poll(() => answered).toBe(3);
  await page.reload();
  await expect(page.getByText("2 keywords, 0 active")).toBeVisible();
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
  await expect(page.getByText("1 keyword, 1 active")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Keyword" })).toBeFocused();
  await deleted;
  await page.reload();
  await expect(row(page, "tidewater")).toHaveCount(0);
});

test("hundreds of watches are paginated and searchable", async ({ page }) => {
  const keywords = Array.from({ length: 45 }, (_, at) => `word number ${at + 1}`);
  await arrange(page, "pro", keywords);
  await expect(page.getByText("45 keywords, 45 active")).toBeVisible();
  await expect(page.getByText("Page 1 of 3")).toBeVisible();
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
  await expect(row(page, "word number 45")).toBeVisible();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByText("Page 2 of 3")).toBeVisible();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByText("Page 3 of 3")).toBeVisible();
  await expect(row(page, "word number 1").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Next", exact: true })).toBeDisabled();
  await page.getByRole("searchbox").fill("number 33");
  await expect(page.getByRole("region", { name: "Watches" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByText("45 keywords, 45 active")).toBeVisible();
  await page.getByRole("searchbox").fill("nothing like it");
  await expect(page.getByText('No keywords match "nothing like it".')).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(row(page, "word number 45")).toBeVisible();
});

const selectAll = (page: Page) => page.getByRole("checkbox", { name: "Select all on this page" });
const bar = (page: Page) => page.getByRole("toolbar", { name: "Selected watches" });

test("ten watches are paused with two clicks, no row moves, and undo resumes only these", async ({
  page,
}) => {
  const keywords = Array.from({ length: 10 }, (_, at) => `word number ${at + 1}`);
  const user = await arrange(page, "pro", keywords);
  const { createWatch } = await factories();
  await createWatch(user, { keyword: "asleep", isActive: false });
  await page.reload();
  const topOf = async () => (await row(page, "asleep").boundingBox())!.y;
  const before = await topOf();
  await selectAll(page).check();
  await expect(bar(page).getByText("11 selected", { exact: true })).toBeVisible();
  expect(await topOf()).toBe(before);
  await bar(page).getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("10 watches paused")).toBeVisible();
  await expect(page.getByText("11 keywords, 0 active")).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await expect(selectAll(page)).toBeFocused();
  await page.keyboard.press("z");
  await expect(page.getByText("11 keywords, 10 active")).toBeVisible();
  await expect(page.getByRole("switch", { name: "Listen for asleep" })).not.toBeChecked();
});

test("resuming stops at the plan's limit and says so", async ({ page }) => {
  const user = await arrange(page, "free", ["one word"]);
  const { createWatch } = await factories();
  for (const keyword of ["two", "three", "four"]) await createWatch(user, { keyword, isActive: false });
  await page.reload();
  await selectAll(page).check();
  await bar(page).getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("2 watches resumed")).toBeVisible();
  await expect(page.getByText("You've reached your plan's limit. Pro is unlimited.")).toBeVisible();
});

test("a selection covers all pages, and deleting it asks first", async ({ page }) => {
  const keywords = Array.from({ length: 41 }, (_, at) => `word number ${at + 1}`);
  await arrange(page, "pro", keywords);
  await selectAll(page).check();
  await bar(page).getByRole("button", { name: "Select all 41" }).click();
  await expect(bar(page).getByText("41 selected", { exact: true })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select word number 41" }).uncheck();
  await bar(page).getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete 40 keyword watches?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(bar(page).getByText("40 selected", { exact: true })).toBeVisible();
  await bar(page).getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("40 watches deleted")).toBeVisible();
  await expect(page.getByText("1 keyword, 1 active")).toBeVisible();
  await expect(row(page, "word number 41")).toBeVisible();
});

test("a bulk action uses the current state of selected watches", async ({ page }) => {
  await arrange(page, "pro", ["anchors", "boats", "cables"]);
  await selectAll(page).check();
  const toggled = page.waitForResponse(/\/toggle$/);
  await page.getByRole("switch", { name: "Listen for anchors" }).click();
  await toggled;
  await page.getByRole("button", { name: "Delete boats" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(bar(page).getByText("2 selected", { exact: true })).toBeVisible();
  await bar(page).getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("1 watch resumed")).toBeVisible();
  await expect(page.getByText("2 keywords, 2 active")).toBeVisible();
});

test("clearing the selection cancels a pending 'Select all'", async ({ page }) => {
  const keywords = Array.from({ length: 21 }, (_, at) => `word number ${at + 1}`);
  await arrange(page, "pro", keywords);
  await selectAll(page).check();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const isWhole = ({ pathname, searchParams }: URL) =>
    pathname === "/api/keywords" && searchParams.get("limit") === "100";
  await page.route(isWhole, (route) => released.then(() => route.continue()));
  const loaded = page.waitForResponse((response) => isWhole(new URL(response.url())));
  await bar(page).getByRole("button", { name: "Select all 21" }).click();
  await bar(page).getByRole("button", { name: "Clear selection" }).click();
  await expect(bar(page)).toHaveCount(0);
  release();
  await (await loaded).finished();
  await page.getByRole("checkbox", { name: "Select word number 21" }).check();
  await expect(bar(page).getByText("1 selected", { exact: true })).toBeVisible();
});

test("sorts in one click, filters by state and tag, and shows the last seven days in rows of 72 px", async ({
  page,
}) => {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ plan: "pro" });
  await createWatch(user, { keyword: "anchors", tags: ["brand"] });
  const boats = await createWatch(user, { keyword: "boats" });
  await createWatch(user, { keyword: "cables", isActive: false });
  await createNotification(boats, { openedAt: new Date() });
  await createNotification(boats);
  await signInAs(page, user);
  await page.goto("/keywords");
  const rows = page.getByRole("region", { name: "Watches" }).getByRole("listitem");
  await page.getByRole("button", { name: "Sort by Keyword" }).click();
  await expect(rows).toContainText(["anchors", "boats", "cables"]);
  await page.getByLabel("Sort", { exact: true }).selectOption("Date added");
  await expect(rows).toContainText(["cables", "boats", "anchors"]);
  await expect(row(page, "boats").getByRole("img", { name: "2 matches in 7 days" })).toBeVisible();
  await expect(row(page, "boats").getByText("1 of 2 opened in 7 days")).toBeVisible();
  const { height } = (await row(page, "boats").boundingBox())!;
  expect(Math.round(height)).toBe(72);
  await page.getByRole("radio", { name: "Paused 1" }).check();
  await expect(rows).toContainText(["cables"]);
  await page.getByLabel("Tag", { exact: true }).selectOption("brand");
  await expect(page.getByText("No watches found")).toBeVisible();
  await page.getByRole("button", { name: "Show all keywords" }).click();
  await expect(rows).toHaveCount(3);
  for (const width of [320, 375, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([width, over]).toEqual([width, 0]);
  }
});

test("pausing the last watch of the last page shows the page before", async ({ page }) => {
  await arrange(
    page,
    "pro",
    Array.from({ length: 21 }, (_, at) => `word number ${at + 1}`),
  );
  await page.getByRole("radio", { name: "Active 21" }).check();
  await page.getByRole("button", { name: "Next" }).click();
  const rows = page.getByRole("region", { name: "Watches" }).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await rows.getByRole("switch").click();
  await expect(rows).toHaveCount(20);
  await expect(page.getByRole("radio", { name: "Active 20" })).toBeChecked();
});
