import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, withDatabase, test } from "../support/e2e-person";
import { lostContent } from "../support/e2e-reflow";

const dayMs = 86_400_000;
/** A time zone where it's daytime, so no day ends during a test. */
const timeZone = new Date().getUTCHours() < 12 ? "Etc/GMT-6" : "Etc/GMT+6";
const ago = (days: number) => new Date(Date.now() - days * dayMs);

/** A Pro account whose watch of 'tidewater' had one match per day for a week, and `today` today. */
async function arrange(
  page: Page,
  { today = 1, keyword = "tidewater", subreddits = ["smallbusiness"] } = {},
) {
  const { createUser, createWatch, createNotification } = await factories();
  const user = await createUser({ firstName: "Maya", plan: "pro", timeZone });
  // A start date in the future, so posts written by the sandbox don't change the counts.
  const activeSince = new Date(Date.now() + dayMs);
  const watch = await createWatch(user, { keyword, subreddits, activeSince, createdAt: ago(9) });
  const receive = (createdAt: Date, at: number) =>
    createNotification(watch, {
      createdAt,
      item: {
        title: `Number ${at} about ${keyword}`,
        content: `I left ${keyword} over the missing bank feed.`,
        author: at % 3 === 0 ? "north_of_nine" : "quietledger",
        createdAt: new Date(createdAt.getTime() - 20_000),
      },
    });
  for (let day = 7; day > 0; day--) await receive(ago(day), day);
  for (let at = 0; at < today; at++) await receive(new Date(), 10 + at);
  await signInAs(page, user);
  return { user, watch };
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("turns spike notifications on and shows them in the settings", async ({ page }) => {
  const { watch } = await arrange(page);
  await page.goto(`/keywords/${watch.id}`);
  const spikes = region(page, "Settings").getByRole("switch", { name: "Notify me about spikes" });
  await expect(spikes).not.toBeChecked();
  await spikes.click();
  await expect(spikes).toBeChecked();
  const retained = async () =>
    (await withDatabase((db) => db.watch.findUniqueOrThrow({ where: { id: watch.id } }))).spikeNotification;
  await expect.poll(retained).toBe(true);
  await page.reload();
  await expect(spikes).toBeChecked();
  expect(await axeFindings(page)).toEqual([]);
  await spikes.press("Space");
  await expect.poll(retained).toBe(false);
});

test("many places and tags don't make a row taller", async ({ page }) => {
  const { user } = await arrange(page);
  const { createWatch } = await factories();
  const subreddits = ["smallbusiness", "EntrepreneurRideAlong", "freelance_forhire", "Accounting"];
  await createWatch(user, { keyword: "harbour", subreddits, tags: ["Competitors", "Launch"] });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/keywords");
  const rows = region(page, "Watches").getByRole("listitem");
  await expect(rows.filter({ hasText: "harbour" })).toContainText("+1");
  for (const row of await rows.all()) expect(Math.round((await row.boundingBox())!.height)).toBe(72);
});

test("opens a watch's page from the list and goes back", async ({ page }) => {
  await arrange(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/keywords");
  const row = region(page, "Watches").getByRole("listitem");
  expect(Math.round((await row.boundingBox())!.height)).toBe(72);
  await row.getByRole("link", { name: "tidewater" }).click();

  await expect(page).toHaveURL(/\/keywords\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1, name: "tidewater" })).toBeVisible();
  await expect(page).toHaveTitle("(8) tidewater · Earshot");
  await expect(page.getByText(/^Active since .*, 8 matches in the last 30 days$/)).toBeVisible();
  await expect(region(page, "Matches per day").getByRole("img").first()).toBeVisible();
  await expect(region(page, "Matches per day").getByText(/There was a spike/)).toHaveCount(0);
  await expect(region(page, "Places").getByRole("listitem")).toHaveText(/r\/smallbusiness\s*8/);
  await expect(region(page, "Authors").getByRole("listitem")).toHaveText([
    /u\/quietledger\s*6/,
    /u\/north_of_nine\s*2/,
  ]);
  await expect(region(page, "Hours of the week").getByRole("img")).toHaveAccessibleName(
    /Matches by weekday and hour\./,
  );
  await expect(region(page, "Delay").getByRole("row", { name: /^Reddit 20 s 20 s$/ })).toBeVisible();
  await expect(region(page, "Recent matches").getByRole("article")).toHaveCount(4);
  const settings = region(page, "Settings");
  await expect(settings).toContainText("Posts and comments, including parts of words");
  await expect(settings).toContainText("Same as your settings; shown in the browser");
  // The details show the coverage of each place.
  await region(page, "Coverage").locator("summary").click();
  await expect(region(page, "Coverage").getByRole("listitem")).toContainText(/posts?, .*today/);

  await region(page, "Places").getByRole("link", { name: "r/smallbusiness" }).click();
  await expect(page).toHaveURL(/\/notifications\?status=all&keyword=tidewater&subreddit=smallbusiness$/);
  await page.goBack();
  await page.getByRole("link", { name: "Keyword Watches" }).click();
  await expect(page).toHaveURL(/\/keywords$/);
});

test("marks a spike in the chart and explains it below", async ({ page }) => {
  const { watch } = await arrange(page, { today: 12 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/keywords/${watch.id}`);
  const chart = region(page, "Matches per day");
  await expect(chart).toContainText("There was a spike today. 12 matches, compared with 1 a day usually.");
  await expect(chart.locator("svg:visible text").filter({ hasText: "12, 12 times the usual" })).toHaveCount(
    1,
  );
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFindings(page), `${width} px, ${colorScheme}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await lostContent(page)).toEqual([]);
});

test("spike notifications are turned on in the dialog and shown on the page", async ({ page }) => {
  const { watch } = await arrange(page, { today: 12 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/keywords/${watch.id}`);
  const settings = region(page, "Settings");
  await expect(settings).toContainText("Shown on this page only");
  await settings.getByRole("button", { name: "Edit settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Keyword" });
  await dialog.getByText("Alerts for this watch").click();
  const choice = dialog.getByRole("checkbox", { name: "Email me about spikes" });
  await expect(choice).not.toBeChecked();
  await choice.press("Space");
  await expect(dialog.getByText("three times the usual number (minimum 10).")).toBeVisible();
  for (const [width, colorScheme] of [
    [1280, "light"],
    [375, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page), `${width} px, ${colorScheme}`).toEqual([]);
  }
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  await expect(settings).toContainText("By email, at most once a day");
  await page.reload();
  await expect(settings).toContainText("By email, at most once a day");
});

test("pauses, edits and deletes a watch from its page", async ({ page }) => {
  const { watch } = await arrange(page);
  await page.goto(`/keywords/${watch.id}`);
  const toggle = page.getByRole("switch", { name: "Listen for tidewater" });
  const toggled = page.waitForResponse(/\/toggle$/);
  await toggle.click();
  await expect(page.getByText("Paused, 8 matches in the last 30 days")).toBeVisible();
  await toggled;

  await region(page, "Settings").getByRole("button", { name: "Edit settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Keyword" });
  await dialog.getByLabel("Keyword", { exact: true }).fill("tide water");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  // The change drops matches, so it is confirmed.
  await dialog.getByRole("button", { name: "Save Anyway" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "tide water" })).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Delete tide water" }).click();
  const send = page.getByRole("alertdialog");
  await expect(send.getByRole("button", { name: "Cancel" })).toBeFocused();
  await send.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/keywords$/);
  await expect(page.getByText("0 keywords, 0 active")).toBeVisible();
});

test("reverts a failed change and shows an error", async ({ page }) => {
  const { watch } = await arrange(page);
  await page.goto(`/keywords/${watch.id}`);
  const refused = {
    status: 500,
    json: { code: "INTERNAL_ERROR", message: "Something went wrong on our side" },
  };
  await page.route("**/toggle", (route) => route.fulfill(refused));
  await page.route(
    (url) => url.pathname === `/api/keywords/${watch.id}`,
    (route) => (route.request().method() === "DELETE" ? route.fulfill(refused) : route.fallback()),
  );
  await page.getByRole("switch", { name: "Listen for tidewater" }).click();
  await expect(page.getByText('Failed to pause "tidewater"')).toBeVisible();
  await expect(page.getByRole("switch", { name: "Listen for tidewater" })).toBeChecked();
  await page.getByRole("button", { name: "Delete tidewater" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText('Failed to delete "tidewater"')).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "tidewater" })).toBeVisible();
});

test("a new watch has no counts yet and explains what to expect", async ({ page }) => {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ firstName: "Maya" });
  const activeSince = new Date(Date.now() + dayMs);
  const watch = await createWatch(user, { keyword: "חשבונית שקטה", activeSince });
  await signInAs(page, user);
  await page.goto(`/keywords/${watch.id}`);
  await expect(page.getByRole("heading", { level: 2, name: "No matches yet" })).toBeVisible();
  await expect(page.getByText("New matches will appear here and in your notifications.")).toBeVisible();
  await expect(region(page, "Places")).toHaveCount(0);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await axeFindings(page), `${width} px`).toEqual([]);
  }
  await page.getByRole("button", { name: "View forecast" }).click();
  await expect(page.getByRole("dialog", { name: "Edit Keyword" })).toBeVisible();
});

test("other users' watches, deleted ones and invalid ids show a 404 in the app frame", async ({
  page,
  request,
}) => {
  const { createUser, createWatch } = await factories();
  const other = await createWatch(await createUser(), { keyword: "somebody else's secret" });
  const { watch } = await arrange(page);
  for (const id of [other.id, "019aab6a-5b33-7e04-8f35-7b6a0c2d9f01", "nonsense"]) {
    const response = await page.goto(`/keywords/${id}`);
    expect([id, response?.status()]).toEqual([id, 404]);
    await expect(page.getByRole("heading", { level: 1, name: "Watch not found" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    expect(await page.content()).not.toContain("secret");
  }
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page), colorScheme).toEqual([]);
  }
  await page.getByRole("link", { name: "Go to Keywords" }).click();
  await expect(region(page, "Watches").getByRole("listitem")).toHaveCount(1);

  // Without a session. In the page, the sign-in screen would continue with the stored tokens.
  const response = await request.get(`/keywords/${watch.id}`, { maxRedirects: 0 });
  expect([response.status(), response.headers().location]).toEqual([307, "/login"]);
});
