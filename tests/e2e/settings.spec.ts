import { expect, type Page, type Route } from "@playwright/test";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";

type Overrides = NonNullable<Parameters<Awaited<ReturnType<typeof factories>>["createUser"]>[0]>;

async function arrange(page: Page, overrides: Overrides = {}) {
  const { createUser } = await factories();
  const user = await createUser({ firstName: "Maya", ...overrides });
  await signInAs(page, user);
  await page.goto("/settings");
  return user;
}

const save = (page: Page) => page.getByRole("button", { name: "Save All Changes" });
const response = (route: Route, status: number, body: object) =>
  route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) });
const refuse = (route: Route) =>
  response(route, 500, { code: "INTERNAL_ERROR", message: "Something went wrong on our side" });

/** Records the page's PUT requests as 'METHOD path'. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "PUT") return;
    writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return writes;
}

test("shows the account information", async ({ page }) => {
  await arrange(page, { firstName: "Maya", lastName: "", email: "maya@tidewater.example" });
  const facts = page.getByRole("region", { name: "Account Information" });
  await expect(facts).toContainText("Emailmaya@tidewater.exampleVerified");
  await expect(facts).toContainText("First nameMaya");
  await expect(facts).toContainText("Last nameNot provided");
  await expect(facts).toContainText("Subscription planFree");
  await expect(facts).toContainText("Statusactive");
  const privacy = page.getByRole("region", { name: "Data & Privacy" });
  await expect(privacy).toContainText("Data Collection");
  await expect(privacy.getByText("Required", { exact: true })).toBeVisible();
  await expect(
    privacy.getByText("Earshot doesn't currently collect analytics.", { exact: true }),
  ).toBeVisible();
  await expect(privacy.getByRole("switch", { name: "Analytics" })).toBeChecked();
});

test("sends only changed settings and shows a toast for each request", async ({ page }) => {
  await arrange(page);
  const writes = writesOf(page);
  await expect(save(page)).toHaveCount(0);
  await page.getByLabel("Frequency").selectOption({ label: "Hourly digest" });
  await expect(page.getByText("On the hour, with that hour's matches.")).toBeVisible();
  await save(page).click();
  await expect(
    page.getByText("Notification preferences updated successfully", { exact: true }),
  ).toBeVisible();
  expect(writes).toEqual(["PUT /api/users/notifications"]);

  await page.getByRole("switch", { name: "Email notifications" }).uncheck();
  await expect(page.getByLabel("Frequency")).toHaveCount(0);
  await page.getByLabel("Theme", { exact: true }).selectOption({ label: "Dark" });
  await page.getByLabel("Time zone").selectOption("America/Toronto");
  await page.getByRole("switch", { name: "Analytics" }).uncheck();
  await save(page).click();
  await expect(page.getByText("Settings updated successfully", { exact: true })).toBeVisible();
  await expect(page.getByText("Time zone updated successfully", { exact: true })).toBeVisible();
  expect(writes.slice(1)).toEqual([
    "PUT /api/users/notifications",
    "PUT /api/users/settings",
    "PUT /api/users/profile",
  ]);
  await page.reload();
  await expect(page.getByRole("switch", { name: "Email notifications" })).not.toBeChecked();
  await expect(page.getByLabel("Theme", { exact: true })).toHaveValue("dark");
  await expect(page.getByLabel("Time zone")).toHaveValue("America/Toronto");
});

test("shows the saving state, and on failure keeps the changes and names them", async ({ page }) => {
  await arrange(page);
  let waitUntilSettled = () => {};
  const stored = new Promise<void>((resolve) => (waitUntilSettled = resolve));
  await page.route("**/api/users/notifications", (route) => stored.then(() => refuse(route)));
  await page.route("**/api/users/settings", refuse);
  await page.getByLabel("Frequency").selectOption({ label: "Daily digest" });
  await page.getByLabel("Theme", { exact: true }).selectOption({ label: "Light" });
  await save(page).click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  waitUntilSettled();
  await expect(page.getByText("Failed to update notification preferences", { exact: true })).toBeVisible();
  await expect(page.getByText("Failed to update settings", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Frequency")).toHaveValue("daily");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBeNull();
});

test("keeps settings that the user changes again while they are being saved", async ({ page }) => {
  await arrange(page);
  let waitUntilSettled = () => {};
  const stored = new Promise<void>((resolve) => (waitUntilSettled = resolve));
  await page.route("**/api/users/notifications", (route) => stored.then(() => route.continue()));
  const frequency = page.getByLabel("Frequency");
  const groups = page.getByRole("switch", { name: "Group posts about the same link" });
  await frequency.selectOption({ label: "Daily digest" });
  await save(page).click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await frequency.selectOption({ label: "Hourly digest" });
  await groups.click();
  const isGrouped = await groups.isChecked();
  waitUntilSettled();
  await expect(
    page.getByText("Notification preferences updated successfully", { exact: true }),
  ).toBeVisible();
  await expect(page.getByText("Unsaved changes: Frequency, Group posts about the same link")).toBeVisible();
  await expect(frequency).toHaveValue("hourly");
  expect(await groups.isChecked()).toBe(isGrouped);
  await save(page).click();
  await expect(page.getByText("Unsaved changes:")).toHaveCount(0);
  await page.reload();
  await expect(frequency).toHaveValue("hourly");
  expect(await groups.isChecked()).toBe(isGrouped);
});

test("saves the theme on the device and in the account, and System Default clears the device's choice", async ({
  page,
}) => {
  await arrange(page);
  const theme = page.getByLabel("Theme", { exact: true });
  await theme.selectOption({ label: "Dark" });
  await save(page).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
  await theme.selectOption({ label: "System Default" });
  await save(page).click();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBeNull();
  await page.reload();
  await expect(theme).toHaveValue("system");
});

test.describe("when emails have stopped", () => {
  for (const [emailStatus, title] of [
    ["bounced", "Emails to you are bouncing."],
    ["complained", "An email from us was marked as spam."],
    ["unsubscribed", "You unsubscribed from email alerts."],
  ] as const) {
    test(`${emailStatus} shows the reason and can be turned back on`, async ({ page }) => {
      await arrange(page, { emailStatus, emailNotifications: emailStatus !== "unsubscribed" });
      await expect(page.getByText(title)).toBeVisible();
      await page.getByRole("button", { name: "Turn emails back on" }).click();
      await expect(page.getByText("Notification preferences updated successfully")).toBeVisible();
      await expect(page.getByText(title)).toHaveCount(0);
      await expect(page.getByRole("switch", { name: "Email notifications" })).toBeChecked();
    });
  }
});

test("shows the result of the last failed email and sends a test alert", async ({ page }) => {
  const user = await arrange(page);
  const { createDelivery } = await factories();
  await createDelivery(user, { status: "failed", reason: "rejected", count: 3 });
  await page.reload();
  await expect(page.getByText(/\(3 matches\) was not sent: the email provider rejected it\./)).toBeVisible();
  await page.getByRole("button", { name: "Send test alert" }).click();
  await expect(page.getByText("A test alert is on its way.")).toBeVisible();
});

test("pauses and resumes all watches", async ({ page }) => {
  const user = await arrange(page);
  const { createWatch } = await factories();
  await createWatch(user, { keyword: "tidewater" });
  await page.reload();
  await expect(page.getByText("1 of 1 watch active.")).toBeVisible();
  await page.getByRole("button", { name: "Pause all" }).click();
  await expect(page.getByText("0 of 1 watch active.")).toBeVisible();
  await page.getByRole("button", { name: "Resume all" }).click();
  await expect(page.getByText("1 of 1 watch active.")).toBeVisible();
});

test("undoing Pause all leaves watches paused that were paused before", async ({ page }) => {
  const user = await arrange(page);
  const { createWatch } = await factories();
  for (const n of [1, 2, 3]) await createWatch(user, { keyword: `tidewater ${n}`, isActive: n > 1 });
  await page.reload();
  await expect(page.getByText("2 of 3 watches active.")).toBeVisible();
  await page.getByRole("button", { name: "Pause all" }).click();
  await expect(page.getByText("2 watches paused")).toBeVisible();
  await expect(page.getByText("0 of 3 watches active.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("2 of 3 watches active.")).toBeVisible();
});

test("creates a feed, shows its URL once, reads it and turns it off", async ({ page, request }) => {
  await arrange(page);
  await page.getByRole("button", { name: "Create feed" }).click();
  const address = await page.getByLabel("Feed URL").inputValue();
  const read = await request.get(address);
  expect(read.status(), await read.text()).toBe(200);
  expect(read.headers()["content-type"]).toContain("application/atom+xml");
  await page.reload();
  await expect(page.getByLabel("Feed URL")).toHaveCount(0);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Feed turned off")).toBeVisible();
  expect((await request.get(address)).status()).toBe(404);
});

test("exports all user data", async ({ page }) => {
  await arrange(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export my data" }).click();
  expect((await download).suggestedFilename()).toBe("earshot-export.json");
});

test("shows a message before the redirect if the session has ended", async ({ page }) => {
  await arrange(page);
  const gone = { code: "UNAUTHORIZED", message: "Please sign in" };
  await page.route("**/api/users/**", (route) => response(route, 401, gone));
  await page.route("**/api/auth/refresh", (route) => response(route, 401, gone));
  // Block the redirect to sign-in, so the message stays visible.
  await page.route("**/login", (route) => route.fulfill({ status: 204 }));
  await page.getByLabel("Frequency").selectOption({ label: "Hourly digest" });
  await save(page).click();
  await expect(page.getByText("Please log in to access settings")).toBeVisible();
});

test("jumps to any section, and shows the save bar only while something is unsaved", async ({ page }) => {
  await arrange(page);
  await waitForHydration(page);
  const list = page.getByRole("navigation", { name: "Sections" });
  await list.getByRole("link", { name: "API keys" }).click();
  await expect(page.getByRole("region", { name: "API keys" })).toBeInViewport();
  // The chosen section stays current if the page is too short to scroll it to the top.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(list.locator("[aria-current]")).toHaveText("API keys");
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  await expect(bar).toHaveCount(0);
  await list.getByRole("link", { name: "Notification Preferences" }).click();
  await page.getByLabel("Frequency").selectOption({ label: "Daily digest" });
  await expect(bar).toContainText("Unsaved changes: Frequency");
  await expect(list.getByRole("link", { name: "Notification Preferences (unsaved changes)" })).toBeVisible();
  await page.getByLabel("Frequency").selectOption({ label: "Real-time (immediate)" });
  await expect(bar).toHaveCount(0);
  for (const name of ["Channels", "API keys", "Sign-in"])
    await expect(page.getByRole("region", { name, exact: true })).toContainText("Saved automatically");
});
