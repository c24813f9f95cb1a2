import { expect, type Page } from "@playwright/test";
import type { ChangePreviewResponse } from "@/contract/preview";
import { delayRequests } from "../support/e2e-paused";
import { factories, signInAs, test } from "../support/e2e-person";
import { seen } from "../support/e2e-seen";

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
const dialog = (page: Page) => page.getByRole("dialog");
const createPath = /\/api\/keywords$/;
const subreddits = (page: Page) => page.getByRole("combobox", { name: "Subreddits" });

async function openNew(page: Page) {
  await page.getByRole("button", { name: "Add Keyword" }).click();
  await expect(dialog(page).getByRole("heading", { name: "Add Keyword" })).toBeVisible();
}

/** Sets the number of matches that a change drops: the real count is incomplete on a slow machine. */
async function fixDropped(page: Page, dropped: number) {
  const samples = { added: [], dropped: [] };
  const json: ChangePreviewResponse = { added: 0, dropped, unchanged: 4, samples, isPartial: false };
  await page.route("**/preview-change", (route) => route.fulfill({ json }));
}

test("an empty list links to the dialog for the first watch", async ({ page }) => {
  await arrange(page, "free", []);
  await expect(page.getByText("0 keywords, 0 active")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No keywords set up yet" })).toBeVisible();
  await page.getByRole("button", { name: "Add your first keyword" }).click();
  await expect(dialog(page).getByLabel("Keyword", { exact: true })).toBeFocused();
});

test("the dashboard's first step opens the dialog, a link opens Check a post, and the button shows the remaining watches", async ({
  page,
}) => {
  await arrange(page, "free", []);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Add your first keyword" }).click();
  await expect(dialog(page).getByLabel("Keyword", { exact: true })).toBeFocused();
  await expect(page).toHaveURL(/\/keywords$/);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  const add = page.getByRole("button", { name: "Add Keyword", exact: true });
  await expect(add).toHaveAccessibleDescription("0 of 3");
  await page.goto("/keywords?check=https%3A%2F%2Fnews.example%2Fitem");
  await expect(dialog(page).getByRole("textbox")).toHaveValue("https://news.example/item");
});

test("adds a watch: checks names on blur, removes an invalid one and shows success for 1.5 s", async ({
  page,
}) => {
  await page.clock.install();
  await arrange(page, "free", ["tidewater"]);
  await expect(page.getByText("1 keyword, 1 active")).toBeVisible();
  await openNew(page);
  await expect(
    page.getByText('Separate multiple subreddits with commas. Use "all" for all subreddits.'),
  ).toBeVisible();
  await page.getByLabel("Keyword", { exact: true }).fill("getting paid");
  await expect(dialog(page).getByText("Highlighted as getting paid in every match.")).toBeVisible();
  await subreddits(page).fill("r/freelance, smallbusiness,, no_such_place, ab");
  await page.getByLabel("Keyword", { exact: true }).focus();
  const chips = page.getByRole("list", { name: "Chosen subreddits" });
  await expect(chips.getByRole("listitem")).toHaveText(["r/freelance", "r/smallbusiness"]);
  await expect(page.getByText("r/no_such_place - Invalid subreddit", { exact: true })).toBeVisible();
  await expect(page.getByText("r/ab - Invalid subreddit", { exact: true })).toBeVisible();

  const save = dialog(page).getByRole("button", { name: "Add Keyword" });
  await save.click();
  await expect(page.getByText("Fix the entries marked in red before saving")).toBeVisible();
  await page.getByRole("button", { name: "Remove r/no_such_place" }).click();
  await page.getByRole("button", { name: "Remove r/ab" }).click();
  await page.getByRole("button", { name: "Remove r/smallbusiness" }).click();
  await expect(page.getByText(/Invalid subreddit/)).toHaveCount(0);

  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && createPath.test(request.url()),
  );
  const release = await delayRequests(page, createPath);
  await save.click();
  await sent;
  // If it stopped earlier, the clock would also stop the retry of a failed check.
  await page.clock.pauseAt(Date.now() + 60_000);
  release();
  await expect(page.getByRole("status").getByText("Keyword added successfully!")).toBeVisible();
  await page.clock.runFor(1_400);
  await expect(dialog(page)).toBeVisible();
  await page.clock.runFor(200);
  await page.clock.resume();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText("2 keywords, 2 active")).toBeVisible();
  await expect(row(page, "getting paid")).toContainText("r/freelance");
  await openNew(page);
  await expect(page.getByLabel("Keyword", { exact: true })).toHaveValue("");
  await expect(page.getByRole("list", { name: "Chosen subreddits" })).toHaveText("r/all");
});

test("requires a keyword, and posts or comments", async ({ page }) => {
  await arrange(page, "pro", []);
  await openNew(page);
  await dialog(page).getByRole("button", { name: "Add Keyword" }).click();
  await expect(page.getByText("keyword is a required field")).toBeVisible();
  await page.getByLabel("Keyword", { exact: true }).fill("tidewater");
  await expect(page.getByText("keyword is a required field")).toBeHidden();
  await dialog(page).getByText("Narrow it down").click();
  await page.getByLabel("Posts", { exact: true }).uncheck();
  await page.getByLabel("Comments", { exact: true }).uncheck();
  await dialog(page).getByRole("button", { name: "Add Keyword" }).click();
  const error = page.getByText("Select posts, comments or both");
  await expect(error).toBeVisible();
  await dialog(page).getByText("Narrow it down").click();
  await expect(error).toBeHidden();
  await dialog(page).getByRole("button", { name: "Add Keyword" }).click();
  await expect(error).toBeVisible();
});

test("editing keeps all fields, including collapsed ones, and doesn't check stored names again", async ({
  page,
}) => {
  await arrange(page, "pro", ["tidewater"]);
  const requested: string[] = [];
  page.on("request", (request) => request.url().includes("/validate/") && requested.push(request.url()));
  await fixDropped(page, 3);
  await page.getByRole("button", { name: "Edit tidewater" }).click();
  await page.getByLabel("Keyword", { exact: true }).fill("tidewater books");
  await page.getByRole("button", { name: "Remove r/smallbusiness" }).click();
  await subreddits(page).fill("SmallBusiness");
  await subreddits(page).press("Enter");
  await page.getByLabel("Match case").check();
  await page.getByText("Tags and notes").click();
  await page.getByLabel("Tags").fill("rivals, money");
  await page.getByLabel("Notes").fill("They raised their prices.");
  await page.getByText("Alerts for this watch").click();
  await page.getByLabel("Custom email schedule").check();
  await page.getByLabel("Frequency").selectOption({ label: "Daily digest" });
  await dialog(page).getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog(page).getByText(/^This change drops 3 matches/)).toBeVisible();
  const saved = seen(page, "Keyword updated successfully!");
  await dialog(page).getByRole("button", { name: "Save Anyway" }).click();
  await saved;
  await expect(dialog(page)).toBeHidden();
  expect(requested).toEqual([]);
  await expect(row(page, "tidewater books")).toContainText("rivals");
  await expect(page.getByRole("button", { name: "Edit tidewater books" })).toBeFocused();
  await page.getByRole("button", { name: "Edit tidewater books" }).click();
  await expect(page.getByLabel("Match case")).toBeChecked();
  await expect(page.getByLabel("Whole words")).not.toBeChecked();
  await expect(dialog(page).getByText("tags, notes")).toBeVisible();
  await expect(dialog(page).getByText("Daily digest").first()).toBeVisible();
});

test("editing sends only the changed fields, so changes made elsewhere stay", async ({ page }) => {
  const { createSession } = await factories();
  const user = await arrange(page, "pro", ["tidewater"]);
  const { bearer } = await createSession(user);
  await page.getByRole("button", { name: "Edit tidewater" }).click();
  const headers = { Authorization: bearer };
  const listed = await page.request.get("/api/keywords", { headers });
  const { watches } = (await listed.json()) as { watches: { _id: string }[] };
  const path = `/api/keywords/${watches[0]!._id}`;
  const elsewhere = { expression: "tidewater -jobs", places: [{ site: "reddit", name: "freelance" }] };
  expect((await page.request.put(path, { headers, data: elsewhere })).status()).toBe(200);
  await page.getByText("Tags and notes").click();
  await page.getByLabel("Tags").fill("rivals");
  const saved = seen(page, "Keyword updated successfully!");
  const saving = page.waitForRequest((request) => request.method() === "PUT");
  await dialog(page).getByRole("button", { name: "Save Changes" }).click();
  expect((await saving).postDataJSON()).toEqual({ tags: ["rivals"] });
  await saved;
  const { watch } = (await (await page.request.get(path, { headers })).json()) as { watch: object };
  expect(watch).toMatchObject({ expression: "tidewater -jobs", subreddits: ["freelance"], tags: ["rivals"] });
});

test("a duplicate watch shows an error in the dialog until the input changes", async ({ page }) => {
  await arrange(page, "free", ["halyard"]);
  await openNew(page);
  await dialog(page).getByText("Narrow it down").click();
  await page.getByLabel("Whole words").uncheck();
  await page.getByLabel("Keyword", { exact: true }).fill("Halyard");
  await subreddits(page).fill("smallbusiness");
  await dialog(page).getByRole("button", { name: "Add Keyword" }).click();
  const message = page.getByRole("alert").getByText("You already have a watch for this keyword");
  await expect(message).toBeVisible();
  await expect(page.getByLabel("Keyword", { exact: true })).toHaveValue("Halyard");
  await page.getByLabel("Keyword", { exact: true }).press("End");
  await page.getByLabel("Keyword", { exact: true }).press("s");
  await expect(message).toBeHidden();
});

test("a fourth watch on Free opens the upgrade dialog, which keeps the input", async ({ page }) => {
  await arrange(page, "free", ["one word", "two words", "three words"]);
  await openNew(page);
  await page.getByLabel("Keyword", { exact: true }).fill("fourth");
  await dialog(page).getByRole("button", { name: "Add Keyword" }).click();
  const popup = page.getByRole("alertdialog", { name: "Keyword Limit Reached" });
  await expect(popup.getByText(limitText, { exact: true })).toBeVisible();
  await expect(popup.getByRole("button", { name: "Maybe Later" })).toBeFocused();
  // Only one dialog is open at a time.
  await expect(dialog(page)).toHaveCount(0);
  await popup.getByRole("button", { name: "Maybe Later" }).click();
  await expect(popup).toBeHidden();
  await expect(page.getByLabel("Keyword", { exact: true })).toHaveValue("fourth");
  await dialog(page).getByRole("button", { name: "Add Keyword" }).click();
  await popup.getByRole("button", { name: "Upgrade Now" }).click();
  await expect(page).toHaveURL(/\/subscription$/);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  // The input survives a visit to the plans.
  await page.goto("/keywords");
  await openNew(page);
  await expect(page.getByLabel("Keyword", { exact: true })).toHaveValue("fourth");
});

test("Free can set type, title, case and whole-word options and sees which ones need Pro", async ({
  page,
}) => {
  await arrange(page, "free", ["mizzenmast"]);
  // A change that drops matches asks first.
  await fixDropped(page, 0);
  await page.getByRole("button", { name: "Edit mizzenmast" }).click();
  await page.getByLabel("Match case").check();
  const saved = seen(page, "Keyword updated successfully!");
  await dialog(page).getByRole("button", { name: "Save Changes" }).click();
  await saved;
  await expect(dialog(page)).toBeHidden();
  await page.getByRole("button", { name: "Edit mizzenmast" }).click();
  await expect(page.getByLabel("Match case")).toBeChecked();
  await expect(dialog(page).getByRole("button", { name: /^Add to/ })).toHaveCount(0);
  await expect(dialog(page).getByText(/authors and flair are Pro features\./)).toBeVisible();
  await dialog(page).getByRole("link", { name: "Upgrade to Pro" }).click();
  await expect(page).toHaveURL(/\/subscription$/);
});

test("shows if not all earlier matches were added", async ({ page }) => {
  await arrange(page, "free", []);
  await page.route("**/api/keywords", async (route) => {
    const response = await route.fetch();
    if (route.request().method() !== "POST") return route.fulfill({ response });
    const body = { ...((await response.json()) as object), lookBack: { recorded: 3, isPartial: true } };
    await route.fulfill({ response, json: body });
  });
  await openNew(page);
  await dialog(page).getByLabel("Keyword", { exact: true }).fill("mizzenqx");
  await dialog(page).getByRole("button", { name: "Add Keyword" }).click();
  await expect(page.getByText("Not all earlier matches were added")).toBeVisible();
  await expect(page.getByText("The keyword is active. We added 3 earlier matches.")).toBeVisible();
  await expect(dialog(page)).toBeHidden();
});
