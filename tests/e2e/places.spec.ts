import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test } from "../support/e2e-person";
import { seen } from "../support/e2e-seen";
import { sizes } from "../support/e2e-sizes";

const dialog = (page: Page) => page.getByRole("dialog");
const whole = (page: Page, name: string) => dialog(page).getByRole("checkbox", { name, exact: true });
const field = (page: Page) => page.getByRole("combobox", { name: "Subreddits" });
const chips = (page: Page) => page.getByRole("list", { name: "Chosen subreddits" }).getByRole("listitem");

async function openDialog(page: Page) {
  const { createUser } = await factories();
  await signInAs(page, await createUser({ plan: "pro" }));
  await page.goto("/keywords");
  await page.getByRole("button", { name: "Add Keyword" }).click();
  await page.getByLabel("Keyword", { exact: true }).fill("halyard");
}

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("adds a watch on two sites by keyboard", async ({ page }) => {
      await openDialog(page);
      await expect(chips(page)).toHaveText(["r/all"]);
      for (const other of ["Hacker News", "Lobsters", "Bluesky"])
        await expect(whole(page, other)).not.toBeChecked();
      await whole(page, "Hacker News").focus();
      await page.keyboard.press("Space");
      await expect(whole(page, "Hacker News")).toBeChecked();
      await expect(whole(page, "Lobsters")).not.toBeChecked();
      await field(page).fill("freelance");
      await page.keyboard.press("Enter");
      await expect(chips(page)).toHaveText(["r/freelance"]);
      expect(await axeFindings(page)).toEqual([]);
      const saved = seen(page, "Keyword added successfully!");
      await dialog(page).getByRole("button", { name: "Add Keyword" }).click();
      await saved;
      await expect(dialog(page)).toBeHidden();
      const row = page.getByRole("listitem").filter({ hasText: "halyard" });
      await expect(row.getByRole("paragraph").nth(1)).toHaveText(/r\/freelance\s*Hacker News/);
    });
  });
}

test("detects the place of a pasted URL and rejects unknown URLs", async ({ page }) => {
  await openDialog(page);
  await field(page).fill("https://news.ycombinator.com/newest, https://www.reddit.com/r/smallbusiness/new");
  await page.keyboard.press("Enter");
  await expect(whole(page, "Hacker News")).toBeChecked();
  await expect(chips(page)).toHaveText(["r/smallbusiness"]);
  await field(page).fill("nobody.example");
  await page.keyboard.press("Enter");
  await expect(page.getByText("r/nobody.example - Invalid subreddit", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Remove nobody.example" }).click();
  await whole(page, "Hacker News").uncheck();
  await expect(chips(page)).toHaveText(["r/smallbusiness"]);
});

test("accepts names of other sites as their chips show them, and explains refused ones", async ({ page }) => {
  await openDialog(page);
  const names = ["tidewater/app", "Stack Overflow [next.js]", "#bookkeeping@social.example"];
  const isAbout = (name: string) => (url: URL) => url.href.includes(encodeURIComponent(name));
  const last = page.waitForResponse((response) => isAbout("#bookkeeping")(new URL(response.url())));
  // The order stays as typed if an earlier lookup ends last.
  await page.route(isAbout("[next.js]"), (route) => last.then(() => route.continue()));
  for (const name of names) {
    await field(page).fill(name);
    await page.keyboard.press("Enter");
  }
  await expect(chips(page)).toHaveText(["r/all", ...names]);
  for (const [refused, reason] of [
    ["tidewater/no-such-app", "This repository doesn't exist on GitHub"],
    ["#rust@mastodon.social", "Earshot reads hashtags on social.example and tags.example only"],
  ] as const) {
    await field(page).fill(refused);
    await page.keyboard.press("Enter");
    await expect(page.getByText(`${refused} - ${reason}`, { exact: true })).toBeVisible();
  }
  await field(page).fill("https://nobody.example/tags/rust");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^https:\/\/nobody\.example\/tags\/rust - (?!Invalid)/)).toBeVisible();
});

test("a place of a site that doesn't respond can't be checked", async ({ page }) => {
  const failures = `${process.env.E2E_SANDBOX_URL}/control/failures`;
  const rule = { service: "github", mode: "json", status: 503, path: "halyard-away" };
  const { id } = (await (await page.request.post(failures, { data: rule })).json()) as { id: number };
  try {
    await openDialog(page);
    const response = page.waitForResponse(/\/api\/places\/validate/);
    await field(page).fill("halyard-away/app");
    await page.keyboard.press("Enter");
    // The connection to a site belongs to the start of the server, whose code is another bundle than a route's.
    expect((await response).status()).toBe(503);
    await expect(page.getByText("Couldn't check halyard-away/app")).toBeVisible();
  } finally {
    await page.request.delete(`${failures}?id=${id}`);
  }
});

test("Hacker News matches show and link to their source and can be filtered by it", async ({ page }) => {
  const { createNotification, createUser, createWatch } = await factories();
  const user = await createUser({ plan: "pro" });
  const watch = await createWatch(user, { keyword: "quillon", places: ["hackernews:all"] });
  const url = "https://news.ycombinator.com/item?id=8863";
  const item = {
    site: "hackernews",
    place: "all",
    fullname: `hn:${Date.now()}`,
    title: "Quillon is out",
    url,
  };
  await createNotification(watch, { item });
  await createNotification(watch, { item: { title: "Quillon on Reddit", place: "freelance" } });
  await signInAs(page, user);
  await page.goto("/notifications");
  const mention = page.getByRole("article").filter({ hasText: "Quillon is out" });
  await expect(mention).toContainText("Hacker News");
  await expect(mention).toContainText("by careful_owner");
  await mention.click();
  const pane = page.getByRole("region", { name: "Reading pane" });
  await expect(pane.getByRole("link", { name: /^Open on Hacker News/ })).toHaveAttribute("href", url);
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("combobox", { name: "Place" }).fill("hacker");
  await page.getByRole("option", { name: "Hacker News" }).click();
  await expect(page.getByText("1 unread notification found", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/site=hackernews/);
  await page.reload();
  await expect(page.getByRole("button", { name: "Remove Hacker News" })).toBeVisible();
});
