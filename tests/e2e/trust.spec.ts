import { expect, type Page } from "@playwright/test";
import { factories, signInAs, withDatabase, test } from "../support/e2e-person";

/** Subreddits watched by the demo account, so their texts are stored. */
const read = { keyword: "tidewater", subreddits: ["smallbusiness", "freelance"] };

async function arrange(page: Page) {
  const { createNotification, createUser, createWatch } = await factories();
  const user = await createUser({ firstName: "Maya" });
  const watch = await createWatch(user, read);
  await createWatch(user, { keyword: "never written", subreddits: ["Coffee"] });
  const { item } = await createNotification(watch);
  await signInAs(page, user);
  return { item };
}

test("previews a draft while typing and asks before saving a broad one", async ({ page }) => {
  await arrange(page);
  await page.goto("/keywords");
  await page.getByRole("button", { name: "Add Keyword" }).click();
  const dialog = page.getByRole("dialog");
  const forecast = dialog.getByRole("region", { name: /In the last/ });
  await expect(forecast.getByText("Enter a keyword to preview its matches.")).toBeVisible();
  await dialog.getByText("Narrow it down").click();
  const whole = dialog.getByLabel("Whole words");
  await expect(whole).toBeChecked();
  await dialog.getByLabel("Keyword", { exact: true }).fill("a");
  // The first polls of a fresh database can still be running. Each change requests a new preview.
  await expect(async () => {
    await whole.setChecked(!(await whole.isChecked()));
    await expect(forecast.getByText(/of all posts read there\./)).toBeVisible({ timeout: 15_000 });
  }).toPass({ timeout: 90_000 });
  await whole.uncheck();
  await expect(forecast.getByText("This matches almost everything posted there.")).toBeVisible();
  await expect(forecast.getByText(/of [\d,]+ items? read in these subreddits/)).toBeVisible();
  await expect(forecast.getByRole("article").first().locator("mark").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Add Keyword" }).click();
  await expect(dialog.getByText(/of everything posted there\. Save anyway\?/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Edit", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Keyword", { exact: true })).toBeFocused();
});

test("explains a pasted link for each watch", async ({ page }) => {
  const { item } = await arrange(page);
  await page.goto("/keywords");
  await page.getByRole("button", { name: "Check a post" }).click();
  const dialog = page.getByRole("dialog");
  const link = dialog.getByLabel(
    "Link to a post or comment on Reddit, Hacker News, Lobsters, Bluesky, Fediverse or News",
  );
  await expect(link).toBeFocused();
  await link.fill("https://example.org/");
  await page.keyboard.press("Enter");
  await expect(
    dialog.getByText(
      "Paste a link to a post or comment on Reddit, Hacker News, Lobsters, Bluesky, GitHub, Stack Exchange, the Fediverse or news sites",
    ),
  ).toBeVisible();
  await link.fill(item.url);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("listitem").filter({ hasText: "tidewater" })).toContainText("Matched");
  await expect(dialog.getByRole("listitem").filter({ hasText: "never written" })).toContainText(
    "This watch doesn't cover the post's subreddit",
  );
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Check a post" }).click();
  await expect(link).toHaveValue("");
  await expect(dialog.getByRole("listitem")).toHaveCount(0);
});

test("the dashboard shows the coverage", async ({ page }) => {
  await arrange(page);
  await page.goto("/dashboard");
  const card = page.getByRole("region", { name: "Coverage" });
  await expect(card.getByRole("listitem").filter({ hasText: "r/smallbusiness" })).toContainText(
    /posts?, .*today/,
  );
  await expect(card.getByRole("listitem").filter({ hasText: "r/Coffee" })).toContainText(/gaps?/);
});

test("a watch shows its coverage and its unreadable places", async ({ page }) => {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ firstName: "Maya" });
  // Private in the sandbox too, because a poll can check it during the test.
  const key = { site: "reddit", name: "sandbox_private" };
  const closed = { ...key, displayName: "sandbox_private", health: "private" as const };
  await withDatabase((db) => db.place.upsert({ where: { site_name: key }, create: closed, update: closed }));
  await createWatch(user, { keyword: "tidewater", subreddits: ["smallbusiness", closed.name] });
  await createWatch(user, { keyword: "asleep", isActive: false });
  await signInAs(page, user);
  await page.goto("/keywords");
  const row = page.getByRole("listitem").filter({ hasText: "tidewater" }).first();
  await expect(row).toContainText("r/sandbox_private · Private, so we can't read it.");
  await expect(row).toContainText("remove it from this watch");
  await expect(page.getByRole("listitem").filter({ hasText: "asleep" })).not.toContainText("sandbox_private");
  // Its page shows the same for each place.
  await row.getByRole("link", { name: "tidewater", exact: true }).click();
  const coverage = page.getByRole("region", { name: "Coverage" });
  await expect(coverage).toContainText("r/sandbox_private · Private, so we can't read it.");
  await expect(coverage.locator("summary")).toContainText(/Fully read|First check in progress/);
  await coverage.locator("summary").focus();
  await page.keyboard.press("Enter");
  const read = coverage.getByRole("listitem").filter({ hasText: "r/smallbusiness" });
  await expect(read).toContainText(/posts?, .*today/);
});

test("shows problems at the bottom of the screen without moving the layout", async ({ page }) => {
  await arrange(page);
  await page.clock.install();
  await page.goto("/dashboard");
  const coverage = {
    status: "degraded",
    issues: ["reddit"],
    sites: [{ id: "reddit", name: "Reddit", isOn: true, status: "degraded" }],
    tooMany: [],
    tooMuchText: [],
    allShare: { posts: null, comments: null },
  };
  const read = { readAt: null, itemsToday: 0, delaySeconds: null };
  const one = {
    site: "reddit",
    name: "freelance",
    label: "r/freelance",
    isOn: true,
    health: "ok",
    posts: read,
    comments: read,
    gaps: [],
  };
  await page.route("**/api/coverage", (route) =>
    route.fulfill({ json: { ...coverage, places: [one], subreddits: [one] } }),
  );
  const heading = page.getByRole("heading", { level: 1 });
  // A web font changes the width of the heading.
  await heading.evaluate(async (element) => {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
    const fonts = fontFamily.split(",").map((family) => `${fontWeight} ${fontSize} ${family}`);
    // A local fallback that isn't installed fails.
    await Promise.allSettled(fonts.map((font) => document.fonts.load(font, element.textContent)));
  });
  const before = await heading.boundingBox();
  const live = page.getByRole("status").filter({ hasText: "We're having trouble reading Reddit." });
  // The region has no height; its content overlays the page.
  const banner = live.locator("div");
  // One minute at a time: the first can pass before the page is hydrated.
  const passMinute = async () => {
    await page.clock.runFor(61_000);
    return banner.isVisible();
  };
  await expect.poll(passMinute).toBe(true);
  expect(await heading.boundingBox()).toEqual(before);
  // The end of the page is visible above the banner.
  const spaceBelow = async () => {
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    const card = await page.getByRole("region", { name: "Coverage" }).boundingBox();
    const foot = await banner.boundingBox();
    return foot!.y - (card!.y + card!.height);
  };
  await expect.poll(spaceBelow).toBeGreaterThanOrEqual(0);
});
