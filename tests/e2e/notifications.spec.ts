import { expect, type Page } from "@playwright/test";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";

const long = `${"The quillon accounts were closed on Friday. ".repeat(6)}And **bold** says [the rest](https://example.com/a).`;

/** A Free account with three notifications of 'quillon' and one of 'net sixty'. */
async function arrange(page: Page, plan: "free" | "pro" = "free") {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ firstName: "Maya", plan });
  const quillon = await createWatch(user, {
    keyword: "quillon",
    subreddits: ["smallbusiness", "freelance"],
  });
  const late = await createWatch(user, { keyword: "net sixty", subreddits: ["all"] });
  const hour = 3_600_000;
  const ago = (hours: number) => new Date(Date.now() - hours * hour);
  await createNotification(late, {
    createdAt: ago(49),
    item: { title: "Net 60", content: "net sixty again" },
  });
  await createNotification(quillon, {
    createdAt: ago(3),
    item: { title: "Which tool?", content: "I left quillon.", kind: "comment", author: "north_of_nine" },
  });
  await createNotification(quillon, {
    createdAt: ago(2),
    item: { title: "Closed books", content: long, place: "freelance", over18: true },
  });
  await createNotification(quillon, {
    createdAt: ago(0),
    item: { title: "Quillon answered on a Sunday", content: "A fix by breakfast.", author: "quietledger" },
  });
  await signInAs(page, user);
  await page.goto("/notifications");
  await waitForHydration(page);
  return user;
}

const mention = (page: Page, title: string) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("article") })
    .filter({ hasText: title })
    .last();
const pane = (page: Page) => page.getByRole("region", { name: "Reading pane" });
/** Shows a notification in the reading pane. */
async function read(page: Page, title: string) {
  await mention(page, title).click();
  await expect(pane(page).getByRole("heading", { name: title })).toBeVisible();
  return pane(page);
}
const refuse = (page: Page, path: RegExp) =>
  page.route(path, (route) =>
    route.fulfill({
      status: 500,
      contentType: "application/json",
      body: JSON.stringify({ code: "INTERNAL_ERROR", message: "Something went wrong on our side" }),
    }),
  );

test("groups show the quoted keyword, count, subreddits, latest time and items", async ({ page }) => {
  await arrange(page);
  await expect(page.getByText("4 unread notifications", { exact: true })).toBeVisible();
  await expect(page).toHaveTitle("(4) Notifications · Earshot");
  const group = page.locator("details").first();
  await expect(group.locator("summary")).toContainText("quillon");
  await expect(group.locator("summary q")).toHaveCSS("quotes", '"“" "”"');
  await expect(group.locator("summary")).toContainText("3");
  await expect(group.locator("summary")).toContainText("r/smallbusiness");
  await expect(group.locator("summary")).toContainText("r/freelance");
  await expect(group.locator("summary")).toContainText("Just now");

  const first = mention(page, "answered on a Sunday");
  await expect(first.locator("mark").first()).toHaveText("Quillon");
  await expect(first).toContainText("r/smallbusiness");
  await expect(first).toContainText("Post by u/quietledger");
  await expect(pane(page)).toContainText("Just now");
  await expect(await read(page, "Closed books")).toContainText("2h ago");
  await expect(mention(page, "Closed books")).toContainText("NSFW");
  // A comment's title belongs to its post.
  await expect(mention(page, "I left quillon")).toContainText("Comment by u/north_of_nine");
  await expect(mention(page, "I left quillon")).not.toContainText("Which tool?");

  const second = page.locator("details").nth(1);
  await expect(second.locator("summary")).toContainText("2d ago");
  // Groups are open until their rows fill a window.
  await expect(second.getByText("Net 60")).toBeVisible();
  await second.locator("summary").click();
  await expect(second.getByText("Net 60")).toHaveCount(0);
  // No pagination for a single page.
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
});

test("the reading pane shows the whole text as Markdown", async ({ page }) => {
  await arrange(page);
  await expect(mention(page, "Closed books").locator("strong")).toHaveCount(0);
  const text = await read(page, "Closed books");
  await expect(text.locator("strong")).toHaveText("bold");
  await expect(text.getByRole("link", { name: "the rest" })).toHaveAttribute(
    "rel",
    "noopener noreferrer nofollow ugc",
  );
  expect(await text.locator(".matched mark").count()).toBe(6);
});

test("opening a post marks it as read and dims it until the next load", async ({ page, context }) => {
  await arrange(page);
  await context.route(/reddit\.com/, (route) => route.fulfill({ body: "a post" }));
  const row = mention(page, "answered on a Sunday");
  const link = (await read(page, "answered on a Sunday")).getByRole("link", { name: /^Open post/ });
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");
  const marked = page.waitForResponse((response) => response.url().endsWith("/open"));
  await link.click();
  expect((await marked).status()).toBe(200);
  await expect(row).toHaveAttribute("data-status", "read");
  await expect(page.getByText("3 unread notifications", { exact: true })).toBeVisible();
  await expect(page).toHaveTitle("(3) Notifications · Earshot");
  await page.reload();
  await expect(page.getByRole("article").getByText("answered on a Sunday")).toHaveCount(0);
  await page.getByRole("tab", { name: "Read", exact: true }).click();
  await expect(page.getByText("1 read notification", { exact: true })).toBeVisible();
  await expect(page.getByRole("article").getByText("answered on a Sunday")).toBeVisible();
});

test("archive and restore move the row between tabs", async ({ page }) => {
  await arrange(page);
  const loaded = page.waitForResponse((response) => response.url().includes("/notifications/grouped"));
  await mention(page, "Closed books").getByRole("button", { name: "Archive: Closed books" }).click();
  await expect(mention(page, "Closed books")).toHaveCount(0);
  // From here on, the list doesn't contain the row until it is loaded again.
  await (await loaded).finished();
  await page.getByRole("tab", { name: "Archived" }).click();
  await expect(page).toHaveURL(/status=archived/);
  await expect(mention(page, "Closed books")).toBeVisible();
  await mention(page, "Closed books").getByRole("button", { name: "Move back to unread" }).click();
  await expect(page.getByRole("heading", { name: "No notifications found" })).toBeVisible();
  await page.goBack();
  await expect(mention(page, "Closed books")).toBeVisible();
});

test("sends a delete immediately and can undo it", async ({ page }) => {
  await arrange(page);
  const remove = async () => {
    const deleted = page.waitForResponse((response) => response.url().endsWith("/notifications/delete"));
    await (await read(page, "Closed books")).getByRole("button", { name: "Delete", exact: true }).click();
    expect((await deleted).status()).toBe(200);
    await expect(mention(page, "Closed books")).toHaveCount(0);
  };
  await remove();
  await expect(page.getByText("3 unread notifications", { exact: true })).toBeVisible();
  const undone = page.waitForResponse((response) => response.url().includes("/undo/"));
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await (await undone).json()).toEqual({ restored: 1 });
  await expect(mention(page, "Closed books")).toBeVisible();
  await expect(page.getByText("4 unread notifications", { exact: true })).toBeVisible();
  await page.reload();
  await expect(mention(page, "Closed books")).toBeVisible();
});

/** Blocks all scripts that the HTML document doesn't reference. */
async function delayLaterScripts(page: Page) {
  const html = await (await page.request.get("/notifications")).text();
  const named = new Set([...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => src));
  await page.route("**/_next/static/chunks/*.js", (route) => {
    const isNamed = named.has(new URL(route.request().url()).pathname);
    return isNamed ? route.continue() : undefined;
  });
  // The load event can wait for a blocked script.
  await page.reload({ waitUntil: "commit" });
}

for (const moment of ["later", "in its first moments"] as const) {
  test(`sends an archive when leaving the page, ${moment}`, async ({ page }) => {
    await arrange(page);
    if (moment !== "later") await delayLaterScripts(page);
    await mention(page, "Closed books").getByRole("button", { name: "Archive: Closed books" }).click();
    await expect(page.getByText("3 unread notifications", { exact: true })).toBeVisible();
    await page.goto("about:blank");
    await page.unrouteAll();
    // The request is sent without waiting for the response.
    await expect(async () => {
      await page.goto("/notifications");
      const left = page.getByText("3 unread notifications", { exact: true });
      await expect(left).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(mention(page, "Closed books")).toHaveCount(0);
  });
}

test("shows loading, error with retry, and offline states", async ({ page, context }) => {
  await arrange(page);
  let reply = () => undefined as void;
  const stored = new Promise<void>((resolve) => (reply = resolve));
  await page.route(/\/notifications\/grouped/, async (route) => {
    await stored;
    await route.fulfill({
      status: 500,
      contentType: "application/json",
      body: JSON.stringify({ code: "INTERNAL_ERROR", message: "Something went wrong on our side" }),
    });
  });
  await page.getByRole("tab", { name: "Archived" }).click();
  await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
  reply();
  await expect(page.getByRole("heading", { name: "Error loading notifications" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Error loading" })).toContainText(
    "Something went wrong on our side",
  );
  await page.unroute(/\/notifications\/grouped/);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "No notifications found" })).toBeVisible();

  await page.route(/\/notifications\/grouped/, (route) =>
    route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Free Wi-Fi</h1>" }),
  );
  await page.getByRole("tab", { name: "Read", exact: true }).click();
  await expect(page.getByText("Something went wrong on our side")).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText("You're offline.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("You're offline.")).toHaveCount(0);
});

test("with 10,000 notifications the heading counts all and each page loads a hundred", async ({ page }) => {
  const { createUser, createWatch } = await factories();
  const { createManyNotifications } = await import("../support/many-notifications");
  const user = await createUser();
  await createManyNotifications([await createWatch(user, { keyword: "quillon" })], 10_000);
  await signInAs(page, user);
  await page.goto("/notifications");
  await expect(page.getByText("10,000 unread notifications", { exact: true })).toBeVisible();
  // The first row is selected, so more rows are loaded.
  await expect(page.getByText("Showing 100 of 10,000")).toBeVisible();
  await expect(page.locator("summary").first()).toContainText("and 3 more");
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(page.getByText("Showing 200 of 10,000")).toBeVisible();
  await expect(page.getByRole("article")).not.toHaveCount(0);
  await page.getByRole("button", { name: "Mark group as read" }).click();
  await expect(page.getByText("0 unread notifications", { exact: true })).toBeVisible();
});

test("pages of groups show 'Page X of Y' and disable the ends", async ({ page }) => {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ plan: "pro" });
  for (let n = 1; n <= 21; n += 1) {
    const watch = await createWatch(user, { keyword: `quillon ${n}` });
    await createNotification(watch, { createdAt: new Date(Date.now() - n * 60_000) });
  }
  await signInAs(page, user);
  await page.goto("/notifications");
  await expect(page.getByText("Page 1 of 2")).toBeVisible();
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.locator("details")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
  await page.reload();
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page.locator("details")).toHaveCount(20);
});

test.describe("a failed request restores the row and names the action", () => {
  const actions = [
    ["read", "Mark as read", /\/notifications\/read$/, "Failed to mark as read"],
    ["archive", "Archive", /\/notifications\/archive$/, "Failed to archive notification"],
    ["delete", "Delete", /\/notifications\/delete$/, "Failed to delete notification"],
  ] as const;
  for (const [name, label, path, title] of actions) {
    test(name, async ({ page }) => {
      await arrange(page);
      await refuse(page, path);
      const row = mention(page, "Closed books");
      await (await read(page, "Closed books")).getByRole("button", { name: label, exact: true }).click();
      const alert = page.getByRole("alert").filter({ hasText: title });
      await expect(alert).toBeVisible();
      await expect(alert).toContainText("Something went wrong on our side");
      await expect(row).toHaveAttribute("data-status", "unread");
      await expect(page.getByText("4 unread notifications", { exact: true })).toBeVisible();
      await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
    });
  }

  test("a group marked as read", async ({ page }) => {
    await arrange(page);
    await refuse(page, /\/notifications\/read$/);
    await page.locator("details").first().getByRole("button", { name: "Mark group as read" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Failed to mark group as read" })).toBeVisible();
    await expect(mention(page, "Closed books")).toHaveAttribute("data-status", "unread");
  });
});

test("reads, archives and deletes a group and all items, with confirmation for all", async ({ page }) => {
  await arrange(page);
  await page.locator("details").first().getByRole("button", { name: "Mark group as read" }).click();
  await expect(page.getByText("1 unread notification", { exact: true })).toBeVisible();
  await expect(mention(page, "Closed books")).toHaveCount(0);

  await page.getByRole("button", { name: "Delete all" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Are you sure you want to delete 1 unread notification?");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Delete all" }).click();
  const deleted = page.waitForResponse((response) => response.url().endsWith("/notifications/delete"));
  await dialog.getByRole("button", { name: "Delete" }).click();
  expect((await deleted).status()).toBe(200);
  await expect(page.getByRole("heading", { name: "No notifications found" })).toBeVisible();
  await expect(page.getByText("You're all caught up! No unread notifications.")).toBeVisible();
  await expect(page.getByText("0 unread notifications", { exact: true })).toBeVisible();

  // Items read before are on the Read tab and not affected.
  await page.getByRole("tab", { name: "Read", exact: true }).click();
  await expect(page.getByText("3 read notifications", { exact: true })).toBeVisible();
  const archived = page.waitForResponse((response) => response.url().endsWith("/notifications/archive"));
  await page.getByRole("button", { name: "Archive all" }).click();
  expect((await archived).status()).toBe(200);
  await page.getByRole("tab", { name: "Archived" }).click();
  await expect(page.getByText("3 archived notifications", { exact: true })).toBeVisible();
});

test("search by word, keyword and place is Pro, and Free sees the upgrade prompt", async ({ page }) => {
  await arrange(page, "pro");
  await page.getByRole("searchbox", { name: "Search title and text" }).fill("sunday");
  await expect(page.getByText("1 unread notification found", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/q=sunday/);
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByRole("searchbox", { name: "Search title and text" })).toBeFocused();
  await page.getByRole("button", { name: "Filter" }).click();
  const keyword = page.getByRole("combobox", { name: "Keyword" });
  await keyword.click();
  await expect(page.getByRole("option")).toHaveText(["net sixty", "quillon"]);
  await page.getByRole("option", { name: "net sixty" }).click();
  await expect(page.getByText("1 unread notification found", { exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: "Place" }).fill("free");
  await page.getByRole("option", { name: "r/freelance" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByText("No results for these filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByText("4 unread notifications", { exact: true })).toBeVisible();
});
