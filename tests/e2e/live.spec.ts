import { expect, type Page, type Request } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";
import { serveApp, type ServedApp } from "../support/served-app";

/** The same app and database, served once more with live updates. */
let app: ServedApp;
let base: string;
const serve = (more: Record<string, string> = {}) => {
  const settings = JSON.parse(process.env.E2E_SETTINGS ?? "{}") as Record<string, string>;
  delete settings.PORT;
  return serveApp("live-app", { ...settings, LIVE: "on", SCHEDULER: "off", ...more });
};
test.beforeAll(async () => {
  app = await serve();
  // Cookie names depend on APP_URL, so use the same host.
  base = `http://localhost:${new URL(app.url).port}`;
});
test.afterAll(() => app.stop());

async function arrange(page: Page) {
  const { createUser, createWatch, createNotification } = await factories();
  const { wakeListeners } = await import("../../src/server/platform/wake");
  const { pool } = await import("../../src/server/platform/database");
  const { inBackground } = await import("../../src/server/platform/work");
  const user = await createUser();
  const watch = await createWatch(user, { keyword: "quillon" });
  await signInAs(page, user);
  const record = async (title: string) => {
    await createNotification(watch, { createdAt: new Date(), item: { title, place: "freelance" } });
    await inBackground(() => wakeListeners(pool()));
  };
  return { record };
}

const pill = (page: Page) => page.locator(".news");
const newLine = (page: Page, count: number) => page.getByRole("button", { name: `${count} new in quillon` });
const recent = (page: Page) =>
  page.getByRole("region", { name: "Recent Notifications" }).getByRole("listitem");
const isLive = (url: string) => url.includes("/api/notifications/live");
const isAsking = (url: string) => url.includes("/recent/popup");
const lineOf = (page: Page) => page.waitForResponse((response) => isLive(response.url()));

test("a match appears live in the inbox, the sidebar and the tab title", async ({ page }) => {
  const { record } = await arrange(page);
  const requested: string[] = [];
  page.on("request", (request) => isAsking(request.url()) && requested.push(request.url()));
  const line = lineOf(page);
  await page.goto(`${base}/notifications`);
  expect((await line).status()).toBe(200);
  await record("Support answered on a Sunday");
  await expect(newLine(page, 1)).toBeVisible();
  await expect(page.getByRole("link", { name: /^Notifications/ }).first()).toContainText("1 unread");
  await expect(page).toHaveTitle("(1) Notifications · Earshot");
  await record("And on a Monday");
  await expect(page).toHaveTitle("(2) Notifications · Earshot");
  await newLine(page, 2).click();
  await expect(page.getByRole("article")).toContainText(["And on a Monday", "Support answered on a Sunday"]);
  expect(requested).toEqual([]);
});

test("reconnects after an app restart and shows missed matches once", async ({ page }) => {
  const { record } = await arrange(page);
  const line = lineOf(page);
  await page.goto(`${base}/dashboard`);
  await line;
  await record("Before");
  await expect(pill(page)).toContainText("New match for quillon");
  await expect(recent(page)).toContainText(["Before"]);
  await app.stop();
  await record("Meanwhile");
  const again = lineOf(page);
  app = await serve({ PORT: new URL(base).port });
  expect((await again).status()).toBe(200);
  await expect(recent(page)).toContainText(["Meanwhile", "Before"]);
  // Announced at most once a minute, and counted once.
  await expect(pill(page)).toContainText("2 new matches", { timeout: 90_000 });
});

test("falls back to polling if a proxy buffers the stream", async ({ page }) => {
  await page.clock.install();
  const { record } = await arrange(page);
  // Never respond, like a proxy that buffers the whole response.
  await page.route(isDelayedRoute, () => undefined);
  await page.goto(`${base}/dashboard`);
  await expect(page.getByRole("region", { name: "Numbers" })).toBeVisible();
  const started = page.waitForRequest((request) => isLive(request.url()));
  await page.clock.runFor(5_000);
  await started;
  await record("Asked for");
  await page.clock.runFor(40_000);
  await expect(pill(page)).toContainText("New match for quillon");
  await expect(recent(page)).toContainText(["Asked for"]);
});
const isDelayedRoute = (url: URL) => isLive(url.pathname);

test("two tabs of a browser share one connection", async ({ page, context }) => {
  const { record } = await arrange(page);
  const senders = new Set<Page>();
  const open = new Set<Request>();
  let most = 0;
  context.on("request", (request) => {
    if (!isLive(request.url())) return;
    senders.add(request.frame().page());
    most = Math.max(most, open.add(request).size);
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    context.on(end as "requestfinished", (request) => void open.delete(request));
  const line = lineOf(page);
  await page.goto(`${base}/dashboard`);
  await line;
  const other = await context.newPage();
  await other.goto(`${base}/dashboard`);
  await expect(other.getByRole("region", { name: "Numbers" })).toBeVisible();
  await record("For both");
  for (const tab of [page, other]) await expect(recent(tab)).toContainText(["For both"]);
  await expect(pill(page)).toHaveCount(1);
  await expect(pill(other)).toHaveCount(0);
  // On a slow machine, the same tab can connect again.
  expect([senders.size, most]).toEqual([1, 1]);
});

test("a tab that was loading when updates arrived shows them too", async ({ page, context }) => {
  const { record } = await arrange(page);
  const line = lineOf(page);
  await page.goto(`${base}/notifications`);
  await line;
  const other = await context.newPage();
  let release = () => undefined as void;
  const isReported = new Promise<void>((resolve) => (release = resolve));
  await other.route(/\.js(\?|$)/, async (route) => {
    await isReported;
    await route.continue();
  });
  await other.goto(`${base}/notifications`, { waitUntil: "commit" });
  await expect(other.getByText("0 unread notifications", { exact: true })).toBeVisible();
  await record("While it was loaded");
  await expect(page).toHaveTitle("(1) Notifications · Earshot");
  release();
  await expect(other).toHaveTitle("(1) Notifications · Earshot");
  await newLine(other, 1).click();
  await expect(other.getByRole("article")).toContainText("While it was loaded");
});
