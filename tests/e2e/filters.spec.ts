import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, withDatabase, test, waitForHydration } from "../support/e2e-person";
import { sizes } from "../support/e2e-sizes";

/** Matches of 'quillon' and 'net sixty' on three sites: posts and comments, two of them starred. */
async function arrange(page: Page, plan: "free" | "pro" = "pro") {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ plan });
  const quillon = await createWatch(user, { keyword: "quillon", subreddits: ["smallbusiness"] });
  const late = await createWatch(user, { keyword: "net sixty", subreddits: ["all"] });
  const starredAt = new Date();
  const hackernews = { site: "hackernews", place: "all" };
  for (const [watch, fields] of [
    [quillon, { starredAt, item: { title: "Quillon in a shop", place: "smallbusiness" } }],
    [quillon, { item: { title: "Quillon by hand", place: "freelance", kind: "comment" } }],
    [quillon, { item: { ...hackernews, title: "Quillon is out" } }],
    [late, { starredAt, item: { ...hackernews, title: "Net sixty again", kind: "comment" } }],
    [late, { item: { site: "bluesky", place: "all", title: "Net sixty?" } }],
  ] as const)
    await createNotification(watch, fields);
  await signInAs(page, user);
  await page.goto("/notifications");
  await expect(result(page, "5 unread notifications")).toBeVisible();
  await waitForHydration(page);
  return user;
}

const result = (page: Page, text: string) => page.getByText(text, { exact: true });
const filterButton = (page: Page) => page.getByRole("button", { name: "Filter", exact: false }).first();
const viewsButton = (page: Page) => page.getByRole("button", { name: "Views", exact: true });

/** Narrow windows have it under 'More actions'. */
async function pressViews(page: Page) {
  const more = page.getByRole("button", { name: "More actions" });
  if ((await more.isVisible()) && (await more.getAttribute("aria-expanded")) === "false") await more.click();
  await viewsButton(page).click();
}
const popover = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const chips = (page: Page) => page.getByRole("list", { name: "Filters" });
const chip = (page: Page, name: string) => chips(page).getByRole("button", { name: `Remove ${name}` });

async function axeInBothThemes(page: Page) {
  expect(await axeFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await axeFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

test("saves a view with the latest filters, even if the screen hasn't rendered them yet", async ({
  page,
}) => {
  await arrange(page);
  await filterButton(page).click();
  const fields = popover(page, "Filter");
  await fields.getByRole("button", { name: "Save this view" }).click();
  await fields.getByRole("textbox", { name: "View name" }).fill("Questions");
  const saving = page.waitForRequest((request) => request.method() === "POST" && /views/.test(request.url()));
  // In one task.
  await fields.getByRole("checkbox", { name: "Hacker News" }).evaluate((box) => {
    (box as HTMLElement).click();
    box
      .closest("[role=dialog]")!
      .querySelector<HTMLFormElement>("form[aria-label='Save this view']")!
      .requestSubmit();
  });
  expect((await saving).postDataJSON()).toMatchObject({ filters: { site: "hackernews" } });
  await expect(page.getByText("View “Questions” saved")).toBeVisible();
});

for (const { viewport, size } of sizes) {
  test(`filters are chosen by keyboard, stored in the URL and removed as chips, ${size}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await arrange(page);
    await filterButton(page).focus();
    await page.keyboard.press("Enter");
    const fields = popover(page, "Filter");
    await expect(fields).toBeFocused();
    await expect(fields.getByText("5 of 5")).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(fields.getByRole("combobox", { name: "Keyword" })).toBeFocused();
    await page.keyboard.type("quil");
    await expect(fields.getByRole("option")).toHaveText(["quillon"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/keyword=quillon/);
    await expect(fields.getByText("3 of 5")).toBeVisible();

    await page.keyboard.press("Tab");
    await fields.getByRole("checkbox", { name: "Reddit" }).focus();
    await page.keyboard.press("Space");
    await fields.getByRole("checkbox", { name: "Hacker News" }).focus();
    await page.keyboard.press("Space");
    await expect(page).toHaveURL(/site=reddit%2Chackernews/);
    await fields.getByRole("radio", { name: "Both" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page).toHaveURL(/kind=post/);
    await fields.getByRole("checkbox", { name: "Starred" }).focus();
    await page.keyboard.press("Space");
    await expect(fields.getByText("1 of 5")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await axeInBothThemes(page);

    // Escape closes the popover and keeps the filters.
    await page.keyboard.press("Escape");
    await expect(fields).toHaveCount(0);
    await expect(filterButton(page)).toBeFocused();
    await expect(filterButton(page)).toHaveText("Filter5 active");
    await expect(chips(page).getByRole("button")).toHaveCount(6);
    await expect(result(page, "1 unread notification found")).toBeVisible();
    await expect(page.getByRole("button", { name: "Mark all as read" })).toHaveCount(0);
    await axeInBothThemes(page);

    // The filters survive a reload and are shared by the URL.
    await page.reload();
    await expect(result(page, "1 unread notification found")).toBeVisible();
    await expect(chip(page, "Keyword: quillon")).toBeVisible();
    await expect(chip(page, "Hacker News")).toBeVisible();

    await chip(page, "Starred").focus();
    await page.keyboard.press("Enter");
    await expect(result(page, "2 unread notifications found")).toBeVisible();
    await expect(chips(page)).toBeFocused();
    await chip(page, "Posts").click();
    await expect(result(page, "3 unread notifications found")).toBeVisible();
    await page.goBack();
    await expect(result(page, "2 unread notifications found")).toBeVisible();
    await expect(chip(page, "Posts")).toBeVisible();
    await chips(page).getByRole("button", { name: "Clear all" }).click();
    await expect(result(page, "5 unread notifications")).toBeVisible();
    await expect(page).toHaveURL(/\/notifications$/);
    await expect(filterButton(page)).toBeFocused();
    await expect(chips(page)).toHaveCount(0);
  });

  test(`keeps all filters changed at the same time, ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await arrange(page);
    await filterButton(page).click();
    const fields = popover(page, "Filter");
    await expect(fields.getByRole("checkbox", { name: "Bluesky" })).toBeVisible();
    // In one task: the screen hasn't rendered the first change when the next one follows.
    await fields
      .getByRole("checkbox")
      .evaluateAll((boxes) => boxes.forEach((box) => (box as HTMLElement).click()));
    await expect(chips(page).getByRole("button", { name: "Remove" })).toHaveCount(
      await fields.getByRole("checkbox").count(),
    );
    await expect(result(page, "2 unread notifications found")).toBeVisible();
    await page.keyboard.press("Escape");
    await chips(page)
      .getByRole("button", { name: /^Remove (Reddit|Starred)$/ })
      .evaluateAll((marks) => marks.forEach((mark) => (mark as HTMLElement).click()));
    await expect(chip(page, "Hacker News")).toBeVisible();
    await expect(chip(page, "Reddit")).toHaveCount(0);
    await expect(chip(page, "Starred")).toHaveCount(0);
  });

  test(`an empty list shows the number of items hidden by each filter, ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await arrange(page);
    await page.goto("/notifications?site=bluesky&kind=comment");
    await expect(result(page, "No results for these filters.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Without Comments: 1 notification" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Without Bluesky: 2 notifications" })).toBeVisible();
    await axeInBothThemes(page);
    await page.getByRole("button", { name: "Without Comments: 1 notification" }).click();
    await expect(result(page, "1 unread notification found")).toBeVisible();
    await page.goBack();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(result(page, "5 unread notifications")).toBeVisible();
  });

  test(`finds read items under All, ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await arrange(page);
    await expect(page.getByRole("tab", { name: "All" })).toHaveCount(0);
    await page.goto("/notifications?keyword=quillon&subreddit=smallbusiness");
    await waitForHydration(page);
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await page.getByRole("button", { name: "In all tabs: 1 notification" }).click();
    await expect(page.getByRole("tab", { name: "All", selected: true })).toBeInViewport();
    await expect(result(page, "1 notification found")).toBeVisible();
    await axeInBothThemes(page);
    await page.getByRole("button", { name: "Move back to unread" }).first().click();
    await expect(page.getByRole("button", { name: /^Archive(:|$)/ }).first()).toBeVisible();
    await chips(page).getByRole("button", { name: "Clear all" }).click();
    await expect(result(page, "5 notifications")).toBeVisible();
    await page.getByRole("tab", { name: "Unread" }).click();
    await expect(result(page, "5 unread notifications")).toBeVisible();
    await expect(page.getByRole("tab", { name: "All" })).toHaveCount(0);
  });

  test(`saves, opens, deletes and restores a view, ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await arrange(page);
    await pressViews(page);
    const views = popover(page, "Views");
    await expect(views.getByText("No saved views yet.")).toBeVisible();
    // The button also closes its popover.
    await pressViews(page);
    await expect(views).toHaveCount(0);

    await filterButton(page).click();
    const fields = popover(page, "Filter");
    await fields.getByRole("checkbox", { name: "Hacker News" }).click();
    await expect(page).toHaveURL(/site=hackernews/);
    await fields.getByRole("button", { name: "Save this view" }).click();
    const name = fields.getByRole("textbox", { name: "View name" });
    await expect(name).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(name).toHaveAccessibleDescription("Enter a name for the view");
    await expect(name).toBeFocused();
    await name.fill("Questions");
    await page.keyboard.press("Enter");
    await expect(page.getByText("View “Questions” saved")).toBeVisible();
    await expect(fields.getByRole("button", { name: "Save this view" })).toBeFocused();

    // Names must be unique.
    await page.keyboard.press("Enter");
    await name.fill("Questions");
    await page.keyboard.press("Enter");
    await expect(name).toHaveAccessibleDescription("You already have a view with this name");
    await axeInBothThemes(page);
    await page.keyboard.press("Escape");

    await page.goto("/notifications");
    await pressViews(page);
    const queries = views.getByRole("link", { name: "Questions" });
    await queries.focus();
    await axeInBothThemes(page);
    await expect(queries).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(result(page, "2 unread notifications found")).toBeVisible();
    await expect(page).toHaveURL(/notifications\?site=hackernews$/);
    await expect(views).toHaveCount(0);

    await pressViews(page);
    await expect(views.getByRole("link", { name: "Questions" })).toHaveAttribute("aria-current", "true");
    await views.getByRole("button", { name: "Delete view Questions" }).click();
    await expect(views.getByText("No saved views yet.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await pressViews(page);
    await expect(views.getByRole("link", { name: "Questions" })).toBeVisible();
  });
}

test("Enter in Place filters by a label in any case, and ignores text that no place can have", async ({
  page,
}) => {
  await arrange(page);
  await filterButton(page).click();
  const place = popover(page, "Filter").getByRole("combobox", { name: "Place" });
  await place.fill("R/FREELANCE");
  await expect(page.getByRole("option", { name: "r/freelance" })).toBeVisible();
  await place.press("Enter");
  await expect(page).toHaveURL(/subreddit=freelance/);
  await place.fill("Not A Place");
  await place.press("Enter");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(chip(page, "r/freelance")).toBeVisible();
  await expect(chips(page).getByRole("button", { name: "Remove" })).toHaveCount(1);
});

test("deleting a view keeps others hidden that are still being deleted", async ({ page }) => {
  const user = await arrange(page);
  const { newId } = await import("@/server/platform/ids");
  for (const name of ["Posts", "Comments", "Questions"])
    await withDatabase((db) =>
      db.savedView.create({ data: { id: newId(), userId: user.id, name, filters: {} } }),
    );
  await page.reload();
  await page.route("**/api/views/*", () => undefined);
  await pressViews(page);
  const views = popover(page, "Views");
  for (const name of ["Posts", "Comments"])
    await views.getByRole("button", { name: `Delete view ${name}` }).click();
  await expect(views.getByRole("link")).toHaveText(["Questions"]);
});

test("Free filters by star only and keeps views that use Pro filters", async ({ page }) => {
  const user = await arrange(page, "free");
  const { newId } = await import("@/server/platform/ids");
  await withDatabase((db) =>
    db.savedView.create({
      data: { id: newId(), userId: user.id, name: "Comments", filters: { kind: "comment" } },
    }),
  );
  await page.reload();
  await filterButton(page).click();
  const fields = popover(page, "Filter");
  await expect(
    fields.getByText("Filtering by keyword, site, place and type is a Pro feature."),
  ).toBeVisible();
  await expect(fields.getByRole("combobox")).toHaveCount(0);
  await fields.getByRole("checkbox", { name: "Starred" }).click();
  await expect(result(page, "2 unread notifications found")).toBeVisible();
  await axeInBothThemes(page);
  await page.keyboard.press("Escape");
  await pressViews(page);
  const views = popover(page, "Views");
  await expect(views.getByText("This view uses Pro filters.")).toBeVisible();
  await expect(views.getByRole("link", { name: "Comments" })).toHaveCount(0);
  await expect(page).toHaveURL(/starred=true/);
});
