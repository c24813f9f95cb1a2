import { expect, type Locator, type Page, type Response } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { delayRequests } from "../support/e2e-paused";
import { factories, signInAs, withDatabase, test, waitForHydration } from "../support/e2e-person";
import { sizes } from "../support/e2e-sizes";

const long = `${"The quillon accounts were closed on Friday. ".repeat(6)}And **bold** says the rest.`;

/** Six matches of 'quillon', the second with a long text, and a match of 'net sixty'. */
async function arrange(page: Page) {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ firstName: "Maya" });
  const watch = await createWatch(user, { keyword: "quillon", subreddits: ["smallbusiness"] });
  for (let at = 0; at < 6; at += 1) {
    await createNotification(watch, {
      createdAt: new Date(Date.now() - at * 60_000),
      item: {
        title: `Quillon, part ${at}`,
        content: at === 1 ? long : "A fix by breakfast.",
        author: "quietledger",
      },
    });
  }
  const late = await createWatch(user, { keyword: "net sixty", subreddits: ["all"] });
  await createNotification(late, {
    createdAt: new Date(Date.now() - 3_600_000),
    item: { title: "Net sixty?", content: "again" },
  });
  await signInAs(page, user);
  await page.goto("/notifications");
  await waitForHydration(page);
  return { watch };
}

/** The rows of the group that most tests use. */
const rows = (page: Page) => page.locator('main details[data-group="quillon"] [data-row]');
const pane = (page: Page) => page.getByRole("region", { name: "Reading pane" });
const bar = (page: Page) => page.getByRole("group", { name: "Selected notifications" });
const said = (page: Page, text: string) => page.getByText(text, { exact: true });

async function statusesOf(watchId: string): Promise<string[]> {
  await factories();
  const found = await withDatabase((db) =>
    db.notification.findMany({ where: { watchId }, orderBy: { createdAt: "desc" } }),
  );
  return found.map(({ deletedAt, starredAt, status }) =>
    deletedAt === null ? `${status}${starredAt === null ? "" : " starred"}` : "deleted",
  );
}

test("items that are only passed send no requests for their threads", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const requested: string[] = [];
  page.on("request", (request) => {
    const name = /notifications\/([^/]+)\/replies/.exec(request.url())?.[1];
    if (name !== undefined) requested.push(name);
  });
  await arrange(page);
  await expect.poll(() => requested.length).toBe(1);
  await page.keyboard.press("j");
  await expect(rows(page).first()).toBeFocused();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (let at = 1; at < 5; at += 1) {
    await page.keyboard.press("j");
    await expect(pane(page).getByRole("heading", { name: `Quillon, part ${at}` })).toBeVisible();
  }
  await page.clock.runFor(1_000);
  await expect.poll(() => requested.length).toBe(2);
});

test("the pane shows the focused item in full and its actions apply to it", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await arrange(page);
  // The first item is selected on load, and the first key focuses it.
  await expect(pane(page).getByRole("heading", { name: "Quillon, part 0" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press("j");
  await expect(pane(page).getByRole("heading", { name: "Quillon, part 1" })).toBeVisible();
  await expect(pane(page).locator("strong")).toHaveText("bold");
  await expect(pane(page).locator(".matched mark")).toHaveCount(6);
  await expect(pane(page)).toContainText("r/smallbusiness");
  await expect(pane(page)).toContainText("Post by u/quietledger");
  await expect(pane(page)).toContainText("Just now");
  await expect(pane(page)).toContainText("“quillon” in the title and in the text");
  await expect(rows(page).nth(1)).toHaveAttribute("aria-current", "true");
  await expect(page.locator("main [aria-current=true][data-row]")).toHaveCount(1);
  expect(await axeFindings(page)).toEqual([]);

  // Enter focuses the pane. When its item is archived, the row that took its place gets the focus.
  await page.keyboard.press("Enter");
  await expect(pane(page)).toBeFocused();
  await pane(page).getByRole("button", { name: "Archive", exact: true }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(pane(page).getByRole("heading", { name: "Quillon, part 2" })).toBeVisible();
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(rows(page).first()).toBeFocused();
  await expect(pane(page).getByRole("heading", { name: "Quillon, part 0" })).toBeVisible();
  await page.keyboard.press("z");
  await expect(rows(page)).toHaveCount(6);

  // A click selects a row too. Another tab starts with its first item.
  await rows(page).nth(3).getByText("Quillon, part 3").click();
  await expect(pane(page).getByRole("heading", { name: "Quillon, part 3" })).toBeVisible();
  await page.getByRole("tab", { name: "Archived" }).click();
  await page.getByRole("tab", { name: "Unread" }).click();
  await expect(pane(page).getByRole("heading", { name: "Quillon, part 0" })).toBeVisible();

  // On narrower screens the pane opens over the list.
  await page.setViewportSize({ width: 1090, height: 800 });
  await expect(pane(page)).toHaveCount(0);
  await rows(page).nth(1).click();
  await expect(pane(page).locator("strong")).toHaveText("bold");
});

test("a match opened in a cached list stays open when the current list arrives", async ({ page }) => {
  const { createNotification } = await factories();
  const { watch } = await arrange(page);
  await page.setViewportSize({ width: 375, height: 667 });
  await page.getByRole("tab", { name: "Read", exact: true }).click();
  await expect(rows(page)).toHaveCount(0);
  const release = await delayRequests(page, /\/api\/notifications\/grouped/);
  await createNotification(watch, { item: { title: "Quillon, part 7", content: "new" } });
  await page.getByRole("tab", { name: "Unread" }).click();
  await rows(page).nth(2).click();
  await expect(pane(page).getByRole("heading", { name: "Quillon, part 2" })).toBeVisible();
  release();
  await expect(page.locator(".inbox-new")).toContainText("1 new");
  await expect(pane(page).getByRole("heading", { name: "Quillon, part 2" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveCount(6);
});

test("a list that was changed from another tab is loaded before it is shown", async ({ page }) => {
  await arrange(page);
  const isList = (response: Response) => response.url().includes("/api/notifications/grouped");
  await page.getByRole("button", { name: "Archive: Quillon, part 0" }).click();
  await page.getByRole("tab", { name: "Archived" }).click();
  await expect(rows(page)).toHaveCount(1);
  const restored = page.waitForResponse(isList);
  await page.getByRole("button", { name: "Move back to unread" }).first().click();
  await restored;
  const release = await delayRequests(page, /\/api\/notifications\/grouped/);
  await page.getByRole("tab", { name: "Unread" }).click();
  await expect(page.locator(".inbox[aria-busy=true]")).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  release();
  await expect(rows(page)).toHaveCount(6);
});

test("on a wide window search is in the title row and filters are in the tab row", async ({ page }) => {
  const topOf = async (one: Locator) => (await one.boundingBox())!.y;
  const tabs = page.getByRole("tablist");
  const search = page.getByText("Search and more filters are Pro features.");
  await page.setViewportSize({ width: 1280, height: 800 });
  await arrange(page);
  const list = page.locator(".inbox-list");
  expect(await topOf(list)).toBeLessThanOrEqual(170);
  expect(await topOf(search)).toBeLessThan(await topOf(tabs));
  const line = await tabs.boundingBox();
  const filter = await page.getByRole("button", { name: "Filter", exact: true }).boundingBox();
  expect(filter!.y).toBeGreaterThan(line!.y - 8);
  expect(filter!.y + filter!.height).toBeLessThanOrEqual(line!.y + line!.height);
  // The tabs aren't covered at the narrowest width either.
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.getByRole("tab", { name: "Archived" }).click();
  await expect(page.getByRole("tab", { name: "Archived", selected: true })).toBeVisible();
});

test("in the narrow list rows show the matched word even late in the text", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ firstName: "Maya" });
  const watch = await createWatch(user, { keyword: "quillon", subreddits: ["smallbusiness"] });
  // For the longer text the list receives only the snippet around the word.
  for (const times of [4, 40])
    for (const kind of ["post", "comment"] as const) {
      const content = `${"Long before that we had a ledger. ".repeat(times)}Then quillon came.`;
      await createNotification(watch, { item: { title: "How we keep our books", content, kind } });
    }
  await signInAs(page, user);
  await page.goto("/notifications");
  await expect(rows(page)).toHaveCount(4);
  for (const row of await rows(page).all()) {
    const [text, word] = [row.locator(".matched"), row.locator(".matched mark")];
    const [around, within] = [await text.boundingBox(), await word.boundingBox()];
    expect(within!.width).toBeGreaterThan(20);
    expect(within!.x + within!.width).toBeLessThanOrEqual(around!.x + around!.width);
    expect(within!.y + within!.height).toBeLessThanOrEqual(around!.y + around!.height + 4);
  }
});

for (const { viewport, size } of sizes) {
  test(`selects a range, archives it with one key and undoes it, ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const { watch } = await arrange(page);
    await expect(bar(page)).toHaveCount(0);
    await rows(page).nth(1).getByRole("checkbox").click();
    await expect(said(page, "1 selected")).toBeVisible();
    await rows(page)
      .nth(3)
      .getByRole("checkbox")
      .click({ modifiers: ["Shift"] });
    await expect(said(page, "3 selected")).toBeVisible();
    // At the end of the list the bar doesn't cover any rows.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axeFindings(page)).toEqual([]);

    const archived = page.waitForResponse((response) => response.url().endsWith("/notifications/archive"));
    await page.keyboard.press("e");
    await expect(rows(page)).toHaveCount(3);
    await expect(bar(page)).toHaveCount(0);
    await expect(said(page, "4 unread notifications")).toBeVisible();
    expect((await archived).status()).toBe(200);
    expect((await statusesOf(watch.id)).filter((one) => one === "archived")).toHaveLength(3);
    await expect(said(page, "3 notifications archived")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rows(page)).toHaveCount(6);
    await expect(said(page, "7 unread notifications")).toBeVisible();
    await expect.poll(() => statusesOf(watch.id)).toEqual(Array(6).fill("unread"));
  });
}

test("keys select, extend with Shift, clear with Escape and star with s, with undo", async ({ page }) => {
  const { watch } = await arrange(page);
  await page.keyboard.press("j");
  await page.keyboard.press("s");
  await expect(rows(page).first().getByRole("button", { name: "Star" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect.poll(async () => (await statusesOf(watch.id))[0]).toBe("unread starred");
  await page.keyboard.press("z");
  await expect.poll(async () => (await statusesOf(watch.id))[0]).toBe("unread");

  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(said(page, "3 selected")).toBeVisible();
  await expect(rows(page).nth(2)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(bar(page)).toHaveCount(0);

  await page.keyboard.press("x");
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await bar(page).getByRole("button", { name: "Star" }).click();
  await expect(said(page, "2 notifications starred")).toBeVisible();
  await expect
    .poll(() => statusesOf(watch.id))
    .toEqual(["unread", "unread starred", "unread starred", "unread", "unread", "unread"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => statusesOf(watch.id)).toEqual(Array(6).fill("unread"));
});

test("marks several as read and unread, and deletes them, with undo", async ({ page }) => {
  const { watch } = await arrange(page);
  const selectTwo = async () => {
    await rows(page).first().getByRole("checkbox").click();
    await rows(page).nth(1).getByRole("checkbox").click();
    await expect(said(page, "2 selected")).toBeVisible();
  };
  await selectTwo();
  await bar(page).getByRole("button", { name: "Mark as read" }).click();
  await expect(rows(page).nth(1)).toHaveAttribute("data-status", "read");
  await expect(said(page, "5 unread notifications")).toBeVisible();
  await selectTwo();
  await bar(page).getByRole("button", { name: "Mark as unread" }).click();
  await expect.poll(() => statusesOf(watch.id)).toEqual(Array(6).fill("unread"));

  await selectTwo();
  await bar(page).getByRole("button", { name: "Delete" }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(said(page, "5 unread notifications")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page)).toHaveCount(6);
  await expect.poll(() => statusesOf(watch.id)).toEqual(Array(6).fill("unread"));

  await selectTwo();
  const deleted = page.waitForResponse((response) => response.url().endsWith("/notifications/delete"));
  await bar(page).getByRole("button", { name: "Delete" }).click();
  expect((await deleted).status()).toBe(200);
  await expect
    .poll(() => statusesOf(watch.id))
    .toEqual(["deleted", "deleted", ...(Array(4).fill("unread") as string[])]);
});

test("a failed request restores all items and shows an error", async ({ page }) => {
  await arrange(page);
  await page.route(/\/notifications\/archive$/, (route) =>
    route.fulfill({ status: 500, json: { code: "INTERNAL_ERROR", message: "Something went wrong" } }),
  );
  await rows(page).first().getByRole("checkbox").click();
  await rows(page)
    .nth(4)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await bar(page).getByRole("button", { name: "Archive" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Failed to archive notifications" })).toBeVisible();
  await expect(rows(page)).toHaveCount(6);
  await expect(said(page, "7 unread notifications")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("a noisy keyword is listed last and links to ways to narrow it", async ({ page }) => {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser();
  const loud = await createWatch(user, { keyword: "the", subreddits: ["all"], isActive: false });
  for (let at = 0; at < 50; at += 1) await createNotification(loud);
  const quiet = await createWatch(user, { keyword: "quillon" });
  await createNotification(quiet, { createdAt: new Date(Date.now() - 3_600_000) });
  await signInAs(page, user);
  await page.goto("/notifications");
  const groups = page.locator("main details h2");
  await expect(groups).toHaveText(["quillon", "the"]);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Switch to a digest, or narrow it with an expression" }).click();
  await expect(page).toHaveURL(new RegExp(`/keywords/${loud.id}$`));
});

test("an operator and a fix are chosen by keyboard, and the focus stays in the search", async ({ page }) => {
  const { createUser } = await factories();
  await signInAs(page, await createUser({ plan: "pro" }));
  await page.goto("/notifications");
  await waitForHydration(page);
  const field = page.getByRole("searchbox", { name: "Search title and text" });
  await page.keyboard.press("/");
  await page.getByRole("button", { name: "title:refund" }).press("Enter");
  await expect(field).toHaveValue("title:refund");
  await expect(field).toBeFocused();
  await field.fill("quillon AND (title:");
  await page.getByRole("button", { name: "Search for quillon" }).press("Enter");
  await expect(field).toHaveValue("quillon");
  await expect(field).toBeFocused();
});
