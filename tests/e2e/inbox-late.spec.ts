import { expect, type Page } from "@playwright/test";
import { delayRequests } from "../support/e2e-paused";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";

/** Matches of 'quillon', the latest first, unread by default. */
async function arrange(
  page: Page,
  count: number,
  fields: (at: number) => { status?: "read"; starredAt?: Date } = () => ({}),
) {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ firstName: "Maya" });
  const watch = await createWatch(user, { keyword: "quillon", isActive: false });
  const add = (at: number) =>
    createNotification(watch, {
      ...fields(at),
      createdAt: new Date(Date.now() - at * 60_000),
      item: { title: `Quillon, part ${at}`, content: "A fix by breakfast." },
    });
  for (let at = 1; at <= count; at += 1) await add(at);
  await signInAs(page, user);
  return { add };
}

const rows = (page: Page) => page.locator("main [data-row]");
const row = (page: Page, at: number) =>
  rows(page).filter({ has: page.getByRole("heading", { name: `Quillon, part ${at}`, exact: true }) });
const pane = (page: Page) => page.getByRole("region", { name: "Reading pane" });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const lists = /\/api\/notifications\/grouped/;
const rest = /\/api\/notifications\?/;
const isOf = (address: RegExp) => (response: { url: () => string }) => address.test(response.url());

test("Back after a closed match goes to the tab before, not further", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await arrange(page, 2);
  await page.goto("/notifications");
  await waitForHydration(page);
  await row(page, 1).click();
  await pane(page).getByRole("button", { name: "Back to the list" }).click();
  for (const name of ["Read", "Unread", "Starred"]) {
    await tab(page, name).click();
    await expect(tab(page, name)).toHaveAttribute("aria-selected", "true");
  }
  for (const name of ["Unread", "Read"]) {
    await page.goBack();
    await expect(tab(page, name)).toHaveAttribute("aria-selected", "true");
  }
});

test("a second choice of tabs before the screen follows isn't lost", async ({ page }) => {
  await arrange(page, 2);
  await page.goto("/notifications");
  await waitForHydration(page);
  await page.evaluate(() => {
    const tabs = [...document.querySelectorAll<HTMLElement>("main [role=tab]")];
    for (const name of ["Archived", "Unread"])
      tabs.find(({ textContent }) => textContent.startsWith(name))!.click();
  });
  await expect(page).toHaveURL(/\/notifications$/);
  await expect(tab(page, "Unread")).toHaveAttribute("aria-selected", "true");
  await expect(rows(page)).toHaveCount(2);
});

test("quick choices are combined even if the URL is set to an earlier one meanwhile", async ({ page }) => {
  await arrange(page, 2);
  await page.goto("/notifications");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Filter" }).click();
  const starred = page.getByRole("dialog", { name: "Filter" }).getByRole("checkbox", { name: "Starred" });
  await expect(starred).toBeVisible();
  await starred.evaluate((box) => {
    const tabs = [...document.querySelectorAll<HTMLElement>("main [role=tab]")];
    tabs.find(({ textContent }) => textContent.startsWith("Archived"))!.click();
    // As Next does when it renders an earlier choice.
    History.prototype.replaceState.call(history, history.state, "", "/notifications");
    (box as HTMLElement).click();
  });
  await expect(page).toHaveURL("/notifications?status=archived&starred=true");
  await expect(tab(page, "Archived")).toHaveAttribute("aria-selected", "true");
});

test("a press on a button of an empty list isn't lost while the list is loaded again", async ({ page }) => {
  await arrange(page, 2, () => ({ status: "read" }));
  await page.goto("/notifications");
  await waitForHydration(page);
  const button = page.getByRole("button", { name: "Show read notifications" });
  await button.click();
  await expect(rows(page)).toHaveCount(2);
  const release = await delayRequests(page, lists);
  await page.goBack();
  await button.hover();
  await page.mouse.down();
  const loaded = page.waitForResponse(isOf(lists));
  release();
  await loaded;
  // Enough for a new list to replace the old one.
  await page.waitForTimeout(500);
  await page.mouse.up();
  await expect(rows(page)).toHaveCount(2);
});

test("the rest of a group is requested again after a failure", async ({ page }) => {
  await arrange(page, 12);
  const failure = { status: 503, json: { code: "SERVICE_UNAVAILABLE", message: "Unavailable" } };
  await page.route(rest, (route) => route.fulfill(failure), { times: 1 });
  await page.goto("/notifications");
  await expect(rows(page)).toHaveCount(12);
  await expect(page.getByText("Failed to load more")).toHaveCount(0);
});

test("a match stays open if its list is loaded after a failed 'Show new matches'", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const { add } = await arrange(page, 2);
  await page.goto("/notifications");
  await waitForHydration(page);
  await tab(page, "Read").click();
  await expect(page.getByRole("heading", { name: "No notifications found" })).toBeVisible();
  const release = await delayRequests(page, lists);
  await add(0);
  await tab(page, "Unread").click();
  await row(page, 2).click();
  release();
  await expect(page.locator(".inbox-new")).toContainText("1 new");
  await pane(page).getByRole("button", { name: "Back to the list" }).click();

  await page.unroute(lists);
  await page.route(lists, (route) => route.abort());
  await page.locator(".inbox-new").click();
  await expect(page.getByText("Error loading notifications.")).toBeVisible();
  await row(page, 2).click();
  await expect(pane(page).getByRole("heading", { name: "Quillon, part 2" })).toBeVisible();
  await page.unroute(lists);
  const loaded = page.waitForResponse(isOf(lists));
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await (await loaded).finished();
  await expect(page.getByText("Error loading notifications.")).toHaveCount(0);
  await expect(pane(page).getByRole("heading", { name: "Quillon, part 2" })).toBeVisible();
});

test("rows that arrive during the load of their list don't end it", async ({ page }) => {
  await arrange(page, 12, (at) => (at === 12 ? { status: "read" } : {}));
  const releaseRest = await delayRequests(page, rest);
  await page.goto("/notifications");
  await waitForHydration(page);
  await expect(rows(page)).toHaveCount(10);
  await tab(page, "Read").click();
  await expect(row(page, 12)).toBeVisible();
  // The load that follows a change here removes the other list.
  const changed = page.waitForResponse(isOf(/grouped\?.*status=read/));
  await row(page, 12).getByRole("button", { name: "Star" }).click();
  await (await changed).finished();
  const releaseLists = await delayRequests(page, lists);
  await tab(page, "Unread").click();
  await expect(page.locator(".inbox[aria-busy=true]")).toBeVisible();
  const arrived = page.waitForResponse(isOf(rest));
  releaseRest();
  await (await arrived).finished();
  releaseLists();
  await expect(rows(page)).toHaveCount(11);
});

test("an undo in another tab keeps its current match", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await arrange(page, 5, (at) => (at >= 4 ? { starredAt: new Date() } : {}));
  await page.goto("/notifications");
  await waitForHydration(page);
  await tab(page, "Starred").click();
  await expect(rows(page)).toHaveCount(2);
  await tab(page, "Unread").click();
  await expect(rows(page)).toHaveCount(5);
  const release = await delayRequests(page, /\/notifications\/archive/);
  await page.getByRole("button", { name: "Archive: Quillon, part 1", exact: true }).click();
  await expect(rows(page)).toHaveCount(4);
  await tab(page, "Starred").click();
  // Part 5 is also in the other tab, which stays until this one is shown.
  await expect(rows(page)).toHaveCount(2);
  await row(page, 5).click();
  await expect(pane(page).getByRole("heading", { name: "Quillon, part 5" })).toBeVisible();
  await page.keyboard.press("z");
  release();
  await expect(row(page, 5)).toHaveAttribute("aria-current", "true");
  await tab(page, "Unread").click();
  await expect(rows(page)).toHaveCount(5);
});
