import { expect } from "@playwright/test";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";

/** Returns a time zone with a current time around noon, so the day doesn't end during the test. */
function noonZone(): string {
  const offset = 12 - new Date().getUTCHours();
  // In these names, zones ahead of UTC have a minus.
  return `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

test("an empty account shows the greeting and the first steps", async ({ page }) => {
  const { createUser } = await factories();
  await signInAs(page, await createUser({ firstName: "Maya" }));
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back, Maya!");
  const numbers = page.getByRole("region", { name: "Numbers" });
  for (const label of ["Active Keywords", "Total Notifications", "Today's Matches", "This Week"])
    await expect(numbers.getByRole("link", { name: `${label}: 0` })).toBeVisible();
  await expect(page.getByRole("region", { name: "Matches per day" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Upgrade" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "No keywords set up yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Add your first keyword" })).toHaveAttribute(
    "href",
    "/keywords?add=1",
  );
  await expect(page.getByRole("heading", { name: "No notifications yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "View all keywords" })).toHaveAttribute("href", "/keywords");
  await expect(page.getByRole("link", { name: "View all notifications" })).toHaveAttribute(
    "href",
    "/notifications",
  );
  await expect(page).toHaveTitle("Dashboard · Earshot");
});

test("a full account shows its counts, the latest three of each and the chart", async ({ page }) => {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ firstName: "Maya", plan: "pro", timeZone: noonZone() });
  const day = 86_400_000;
  const at = (days: number) => new Date(Date.now() - days * day);
  await createWatch(user, { keyword: "oldest vellum", createdAt: at(9) });
  const quillon = await createWatch(user, {
    keyword: "quillon",
    createdAt: at(3),
    subreddits: ["freelance", "smallbusiness"],
  });
  await createWatch(user, {
    keyword: "net sixty",
    createdAt: at(2),
    isActive: false,
    subreddits: ["all"],
  });
  await createWatch(user, { keyword: "vellum", createdAt: at(1) });
  for (const [title, days] of [
    ["Too old to show", 20],
    ["Third", 12],
    ["Second", 1],
    ["Quillon again", 0],
  ] as const) {
    await createNotification(quillon, {
      createdAt: at(days),
      status: title === "Second" ? "archived" : "unread",
      item: { title, place: "freelance", createdAt: at(days) },
    });
  }
  await signInAs(page, user);
  await page.goto("/dashboard");

  const numbers = page.getByRole("region", { name: "Numbers" });
  await expect(numbers).toContainText("Active Keywords3of 4 total");
  await expect(numbers).toContainText("Total Notifications43 unread");
  await expect(numbers).toContainText("Today's Matches11 yesterday");

  // The whole card links to the list behind the number.
  const leadsTo = (name: string) => numbers.getByRole("link", { name, exact: true });
  await expect(leadsTo("3")).toHaveAttribute("href", "/keywords");
  await expect(leadsTo("3 unread")).toHaveAttribute("href", "/notifications");

  const watches = page.getByRole("region", { name: "Recent Keywords" }).getByRole("listitem");
  await expect(watches).toHaveCount(3);
  await expect(watches.nth(0)).toContainText("vellum");
  await expect(watches.nth(0)).toContainText("Active");
  await expect(watches.nth(1)).toContainText("net sixty");
  await expect(watches.nth(1)).toContainText("r/all");
  await expect(watches.nth(1)).toContainText("Inactive");
  await expect(watches.nth(2)).toContainText("r/freelancer/smallbusiness");
  await expect(watches.nth(2)).toContainText("0 matches");

  const recent = page.getByRole("region", { name: "Recent Notifications" }).getByRole("listitem");
  await expect(recent).toHaveCount(3);
  await expect(recent.nth(0)).toContainText("Quillon again");
  await expect(recent.nth(0)).toContainText("Just now");
  // Only matched words are marked.
  await expect(recent.nth(0).locator("mark")).toHaveText(["Quillon"]);
  await expect(recent.nth(0)).toContainText("r/freelancequillon");
  await expect(recent.nth(1)).toContainText("Second");
  const link = recent.nth(0).getByRole("link", { name: "Open post: Quillon again" });
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");

  const chart = page.getByRole("region", { name: "Matches per day" });
  await expect(chart).toContainText("4 total, 0.2 a day");
  await chart.getByText("Show as table").click();
  await expect(chart.getByRole("row")).toHaveCount(31);
  await expect(page.getByRole("heading", { name: "Upgrade to Pro" })).toHaveCount(0);

  // The link covers the card.
  await numbers.getByText("yesterday").click({ force: true });
  await expect(page).toHaveURL(/\/notifications\?status=all$/);
  await expect(page.getByText("Too old to show")).toBeVisible();
});

test("opening a post updates the unread counts", async ({ page, context }) => {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser();
  const watch = await createWatch(user, { keyword: "quillon" });
  for (const title of ["Quillon one", "Quillon two", "Quillon three"])
    await createNotification(watch, { item: { title, place: "freelance" } });
  await context.route(/reddit\.com/, (route) => route.fulfill({ body: "a post" }));
  await signInAs(page, user);
  await page.goto("/dashboard");
  const numbers = page.getByRole("region", { name: "Numbers" });
  const inbox = page.getByRole("link", { name: /^Notifications/ }).first();
  await expect(inbox).toContainText("3 unread");
  await waitForHydration(page);
  await page.getByRole("link", { name: "Open post: Quillon one" }).click();
  await expect(numbers).toContainText("Total Notifications32 unread");
  await expect(inbox).toContainText("2 unread");

  await page.goto(`/keywords/${watch.id}`);
  await waitForHydration(page);
  await page
    .getByRole("article")
    .getByRole("link", { name: /Quillon two/ })
    .click();
  await expect(inbox).toContainText("1 unread");

  // If it can't be marked as read, the post still opens.
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await page.route("**/open", (route) => route.abort());
  const opened = context.waitForEvent("page");
  const failed = page.waitForEvent("requestfailed");
  await page
    .getByRole("article")
    .getByRole("link", { name: /Quillon three/ })
    .click();
  await opened;
  await failed;
  await expect(inbox).toContainText("1 unread");
  expect(errors).toEqual([]);
});

test("posts without a title show their text once, on the dashboard and on the watch's page", async ({
  page,
}) => {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser();
  const watch = await createWatch(user, { keyword: "quillon" });
  const content = `${"I looked at many tools this week. ".repeat(3)}None of them beats quillon.`;
  await createNotification(watch, {
    item: {
      site: "bluesky",
      place: "all",
      author: "mariko.example",
      title: `${content.slice(0, 99)}…`,
      content,
    },
  });
  await signInAs(page, user);
  for (const path of ["/dashboard", `/keywords/${watch.id}`]) {
    await page.goto(path);
    const match = page.getByRole("article").first();
    await expect(match.locator("mark").first()).toHaveText("quillon");
    await expect(match.getByText(/this week/)).toHaveCount(path === "/dashboard" ? 0 : 1);
    await expect(match.getByRole("link", { name: /None of them beats quillon/ })).toBeVisible();
  }
});

test("shows Upgrade to Pro with current usage on Free, from the second day on", async ({ page }) => {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ createdAt: new Date(Date.now() - 2 * 86_400_000) });
  await createWatch(user);
  await signInAs(page, user);
  await page.goto("/dashboard");
  const banner = page.getByRole("region", { name: "Upgrade" });
  await expect(banner.getByRole("heading", { name: "Upgrade to Pro" })).toBeVisible();
  await expect(banner).toContainText("You've used 1 of your 3 keywords.");
  await expect(banner.getByRole("link")).toHaveAttribute("href", "/subscription");
});

test("renders the full screen without scripts", async ({ browser }) => {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ firstName: "Maya" });
  await createWatch(user, { keyword: "quillon" });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signInAs(page, user);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back, Maya!");
  await expect(page.getByRole("region", { name: "Recent Keywords" })).toContainText("quillon");
  await context.close();
});
