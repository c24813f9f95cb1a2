import { expect, type Page, type Route } from "@playwright/test";
import { popularPlaces } from "@/contract/popular-places";
import { factories, signInAs, test } from "../support/e2e-person";
import { seen } from "../support/e2e-seen";

/** Opens the dialog for a new watch of a Pro account. */
async function arrange(page: Page) {
  const { createUser } = await factories();
  await signInAs(page, await createUser({ plan: "pro" }));
  await page.goto("/keywords");
  await page.getByRole("button", { name: "Add Keyword" }).click();
  await page.getByLabel("Keyword", { exact: true }).fill("halyard");
}

const field = (page: Page) => page.getByRole("combobox", { name: "Subreddits" });
const options = (page: Page) => page.getByRole("listbox").getByRole("option");
const chips = (page: Page) => page.getByRole("list", { name: "Chosen subreddits" }).getByRole("listitem");
const save = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Add Keyword" });
const response = (route: Route, status: number, body: object, headers = {}) =>
  route.fulfill({ status, headers, contentType: "application/json", body: JSON.stringify(body) });

test("shows 10 popular names, then up to 8 matching ones, and closes 200 ms after blur", async ({ page }) => {
  await page.clock.install();
  await arrange(page);
  await field(page).focus();
  await expect(options(page)).toHaveCount(10);
  await expect(options(page).first()).toContainText("r/all");
  await expect(options(page).nth(3)).toHaveText(`r/${popularPlaces[3]}`);
  await field(page).fill("webdev, e");
  await expect(options(page)).toHaveCount(8);
  await expect(options(page).first()).toHaveText("r/eas typed");
  await field(page).fill("");
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel("Keyword", { exact: true }).focus();
  await page.clock.runFor(190);
  await expect(options(page).first()).toBeVisible();
  await page.clock.runFor(20);
  await expect(page.getByRole("listbox")).toBeHidden();
});

test("a suggestion completes the typed name by keyboard or pointer, and Escape closes only the list", async ({
  page,
}) => {
  await arrange(page);
  await field(page).fill("webdev, javas");
  await field(page).press("ArrowDown");
  await field(page).press("ArrowDown");
  await field(page).press("Enter");
  await expect(chips(page)).toHaveText(["r/webdev", "r/javascript"]);
  await expect(field(page)).toHaveValue("");
  await field(page).fill("small");
  await options(page).filter({ hasText: "r/smallbusiness" }).click();
  await expect(chips(page)).toHaveText(["r/webdev", "r/javascript", "r/smallbusiness"]);
  await field(page).fill("x");
  await field(page).press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("lists names found by Reddit after the popular ones", async ({ page }) => {
  await page.route("**/api/subreddits/search?*", (route) =>
    response(route, 200, { subreddits: ["freelanceWriters", "freelance", "freelance_forhire"] }),
  );
  await arrange(page);
  await field(page).fill("freel");
  await expect(options(page)).toHaveText([
    "r/freelas typed",
    "r/freelance",
    "r/freelanceWriters",
    "r/freelance_forhire",
  ]);
});

test("suggests places of other sites after subreddits", async ({ page }) => {
  await arrange(page);
  await field(page).fill("r/smallbusiness, tidew");
  await expect(options(page).first()).toHaveText("r/tidewas typed");
  await options(page).filter({ hasText: "tidewater/app" }).click();
  await expect(chips(page)).toHaveText(["r/smallbusiness", "tidewater/app"]);
  await field(page).fill("tidew");
  await expect(options(page).filter({ hasText: "tidewater/app" })).toContainText("chosen");
});

test("shows a spinner while checking names, and saving waits for the check", async ({ page }) => {
  await arrange(page);
  let waitUntilSettled = () => {};
  const stored = new Promise<void>((resolve) => (waitUntilSettled = resolve));
  await page.route("**/validate/*", (route) => stored.then(() => response(route, 200, { exists: true })));
  await field(page).fill("smallbusiness");
  await page.getByLabel("Keyword", { exact: true }).focus();
  await expect(page.getByText("Checking subreddits")).toBeAttached();
  const saved = seen(page, "Keyword added successfully!");
  await save(page).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Saving..." })).toBeVisible();
  waitUntilSettled();
  await saved;
});

test("checks up to five names in parallel and waits for a rate limit to end", async ({ page }) => {
  await arrange(page);
  let running = 0;
  let peak = 0;
  let refusals = 1;
  let release = () => {};
  const allRunning = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/validate/*", async (route) => {
    running += 1;
    peak = Math.max(peak, running);
    if (running === 5) release();
    await allRunning;
    // A sixth parallel request would arrive during this time.
    await new Promise((done) => setTimeout(done, 50));
    running -= 1;
    if (refusals-- > 0) {
      const body = { code: "REDDIT_RATE_LIMIT_EXCEEDED", message: "Too many requests", retryAfter: 1 };
      return response(route, 429, body, { "Retry-After": "1" });
    }
    return response(route, 200, { exists: true });
  });
  const names = Array.from({ length: 12 }, (_, at) => `name_${at}`);
  await field(page).fill(names.join(","));
  await field(page).press("Tab");
  await expect(page.getByRole("button", { name: "Remove r/name_11" })).toBeVisible();
  await expect(chips(page)).toHaveCount(12);
  await expect(page.getByText("Checking subreddits")).toHaveCount(0);
  expect(peak).toBe(5);
  expect(await page.evaluate(() => localStorage.getItem("lastRateLimitError"))).toBeNull();
});

test("shows failed checks while Reddit is unreachable, retries them and saves anyway", async ({ page }) => {
  await arrange(page);
  let isAway = true;
  await page.route("**/validate/*", (route) =>
    isAway
      ? response(route, 503, { code: "UPSTREAM_UNAVAILABLE", message: "away" })
      : response(route, 200, { exists: true }),
  );
  await field(page).fill("smallbusiness, freelance");
  await field(page).press("Enter");
  await expect(page.getByText("Couldn't check r/smallbusiness", { exact: true })).toBeVisible();
  await expect(page.getByText("Couldn't check r/freelance", { exact: true })).toBeVisible();
  isAway = false;
  await page.getByRole("button", { name: "Retry r/freelance" }).click();
  await expect(chips(page)).toHaveText(["r/freelance"]);
  const saved = seen(page, "Keyword added successfully!");
  await save(page).click();
  await saved;
  const watches = page.getByRole("region", { name: "Watches", includeHidden: true });
  await expect(watches).toContainText("r/smallbusiness");
});

test("network and server errors mark names as invalid and can be retried", async ({ page }) => {
  await arrange(page);
  await page.route("**/validate/smallbusiness", (route) => route.abort());
  await page.route("**/validate/freelance", (route) => response(route, 500, {}));
  await field(page).fill("smallbusiness, freelance");
  await field(page).press("Enter");
  await expect(page.getByText("r/smallbusiness - Invalid subreddit", { exact: true })).toBeVisible();
  await expect(page.getByText("r/freelance - Invalid subreddit", { exact: true })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry r/freelance" }).click();
  await expect(chips(page)).toHaveText(["r/freelance"]);
});

test("'all' replaces names and shows its coverage, and a name replaces 'all'", async ({ page }) => {
  await page.route("**/api/coverage", (route) =>
    response(route, 200, {
      status: "ok",
      issues: [],
      sites: [],
      places: [],
      subreddits: [],
      tooMany: [],
      tooMuchText: [],
      allShare: { posts: 0.34, comments: 0.118 },
    }),
  );
  await arrange(page);
  await expect(chips(page)).toHaveText(["r/all"]);
  await expect(
    page.getByText('With "all", Earshot currently reads 34% of all new posts and 12% of all new comments.'),
  ).toBeVisible();
  await field(page).fill("smallbusiness");
  await field(page).press("Enter");
  await expect(chips(page)).toHaveText(["r/smallbusiness"]);
  await expect(page.getByText("of all new posts")).toHaveCount(0);
  await field(page).fill("all");
  await field(page).press("Enter");
  await expect(chips(page)).toHaveText(["r/all"]);
});
