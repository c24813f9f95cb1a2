import { type CDPSession, expect, type Page, type Worker } from "@playwright/test";
import { withInterface } from "../support/e2e-browser";
import { factories, signInAs, withDatabase, test, waitForHydration } from "../support/e2e-person";

test.use({ serviceWorkers: "allow", launchOptions: withInterface });

const sandbox = () => process.env.E2E_SANDBOX_URL ?? "";

async function control<T>(method: string, path: string, body?: object): Promise<T> {
  return (await (
    await fetch(`${sandbox()}/control${path}`, { method, body: JSON.stringify(body) })
  ).json()) as T;
}

interface StreamReport {
  subscriptions: { endpoint: string }[];
  pushes: { endpoint: string; text: string }[];
}

/** Real push services are unreachable here, so the sandbox handles the subscription. */
async function subscribeAtSandbox(page: Page): Promise<void> {
  await page.exposeFunction("sandboxSubscription", (key: string) =>
    control("POST", "/push/subscribe", { applicationServerKey: key }),
  );
  await page.addInitScript(() => {
    type Json = { endpoint: string };
    const request = (window as unknown as { sandboxSubscription: (key: string) => Promise<Json> })
      .sandboxSubscription;
    const read = () => JSON.parse(sessionStorage.getItem("subscription") ?? "null") as Json | null;
    const wrap = (json: Json) => ({
      endpoint: json.endpoint,
      toJSON: () => json,
      unsubscribe: async () => sessionStorage.removeItem("subscription"),
    });
    const stand = {
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const existing = read();
        if (existing !== null) return wrap(existing);
        const json = await request(applicationServerKey);
        sessionStorage.setItem("subscription", JSON.stringify(json));
        return wrap(json);
      },
      getSubscription: async () => {
        const existing = read();
        return existing && wrap(existing);
      },
    };
    Object.assign(PushManager.prototype, stand);
  });
}

/** Returns a function that delivers a push message to the service worker, as the browser would. */
async function workerOf(page: Page): Promise<(data: object) => Promise<unknown>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  return (data) =>
    session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(data) });
}

/**
 * Returns a function that waits until the worker has shown this many notifications, and returns all their tags.
 * While one is being shown, don't list the notifications: Chromium can then lose it.
 */
async function countShown(worker: Worker): Promise<(count: number) => Promise<string[]>> {
  await worker.evaluate(() => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; tags: string[] };
    const show = scope.registration.showNotification.bind(scope.registration);
    scope.tags = [];
    scope.registration.showNotification = async (title, options) => {
      await show(title, options);
      scope.tags.push(options?.tag ?? "");
    };
  });
  const tags = () => worker.evaluate(() => (self as unknown as { tags: string[] }).tags);
  return async (count) => {
    await expect.poll(async () => (await tags()).length).toBe(count);
    return tags();
  };
}

const listed = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notifications = await registration.getNotifications();
    return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url as string }));
  });

/** Waits until the page announces new matches itself. */
const waitUntilFollowing = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name)))
    .toContain("earshot-news");

const pushDestinations = (userId: string) =>
  withDatabase((db) => db.destination.count({ where: { userId, channel: "push" } }));
const label = "Push notifications when Earshot is closed";
const updates = {
  title: "New match for kettle",
  body: "r/tea: Which kettle?",
  tag: "n1",
  url: "/notifications",
};

test("shows a push message only while no app screen is visible", async ({ page, context }) => {
  const { createUser } = await factories();
  await context.grantPermissions(["notifications"]);
  // A public screen, which doesn't show updates itself.
  await page.goto("/privacy");
  const started = context.waitForEvent("serviceworker");
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/push-worker.js");
    await navigator.serviceWorker.ready;
  });
  const shown = await countShown(await started);
  const push = await workerOf(page);
  await push(updates);
  await shown(1);
  expect(await listed(page)).toEqual([updates]);
  // The same tag replaces the notification.
  await push({ ...updates, body: "again" });
  await shown(2);
  expect(await listed(page)).toEqual([{ ...updates, body: "again" }]);
  await push({ unreadable: true, toString: null });
  await shown(3);
  expect((await listed(page)).map(({ title }) => title).sort()).toEqual([
    "New match for kettle",
    "New matches",
  ]);

  await signInAs(page, await createUser({ plan: "pro" }));
  await page.goto("/settings");
  await waitUntilFollowing(page);
  await waitForHydration(page);
  await page.evaluate(() =>
    navigator.serviceWorker.addEventListener("message", () => Object.assign(window, { isRequested: true })),
  );
  await push({ ...updates, tag: "n2" });
  // The worker must ask this screen, not the next one.
  await expect.poll(() => page.evaluate(() => "isRequested" in window)).toBe(true);
  // Once a later one has been shown, the earlier one won't be.
  await page.goto("/privacy");
  await push({ ...updates, tag: "n3" });
  expect(await shown(4)).toEqual(["n1", "n1", "earshot", "n3"]);
  expect((await listed(page)).map(({ tag }) => tag)).toContain("n3");
});

test("on Pro push can be turned on and off in the settings", async ({ page, context }) => {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ plan: "pro", emailNotifications: false });
  const keyword = `kettle ${user.id.slice(-6)}`;
  await createWatch(user, { keyword, subreddits: ["webdev"], activeSince: new Date(Date.now() - 60_000) });
  await context.grantPermissions(["notifications"]);
  await subscribeAtSandbox(page);
  await signInAs(page, user);
  await page.goto("/settings");
  const alerts = page.getByRole("switch", { name: label });
  await expect(alerts).not.toBeChecked();
  await alerts.click();
  await expect(page.getByText("Push notifications are on")).toBeVisible();
  await expect(alerts).toBeChecked();
  await expect(alerts).toBeFocused();
  await page.reload();
  await expect(alerts).toBeChecked();

  const { subscriptions } = await control<StreamReport>("GET", "/push");
  const { endpoint } = subscriptions.at(-1)!;
  await control("POST", "/post", { subreddit: "webdev", title: `Which ${keyword} lasts?` });
  const result = async () =>
    (await control<StreamReport>("GET", "/push")).pushes
      .filter((push) => push.endpoint === endpoint)
      .map(({ text }) => JSON.parse(text) as { title: string; body: string });
  await expect
    .poll(result, { timeout: 240_000 })
    .toMatchObject([{ title: `New match for ${keyword}`, body: `r/webdev: Which ${keyword} lasts?` }]);

  await alerts.click();
  await expect(page.getByText("Push notifications are off")).toBeVisible();
  await expect(alerts).not.toBeChecked();
  expect(await pushDestinations(user.id)).toBe(0);
});

test("the switch is off once the server doesn't know the browser", async ({ page, context }) => {
  const { createUser } = await factories();
  const user = await createUser({ plan: "pro" });
  await context.grantPermissions(["notifications"]);
  await subscribeAtSandbox(page);
  await signInAs(page, user);
  await page.goto("/settings");
  const alerts = page.getByRole("switch", { name: label });
  await alerts.click();
  await expect(page.getByText("Push notifications are on")).toBeVisible();
  await expect(alerts).toBeChecked();
  const endpoint = () =>
    page.evaluate(
      () => (JSON.parse(sessionStorage.getItem("subscription")!) as { endpoint: string }).endpoint,
    );
  const before = await endpoint();
  await withDatabase((db) => db.destination.deleteMany({ where: { userId: user.id, channel: "push" } }));
  await page.reload();
  await waitForHydration(page);
  await expect(alerts).toBeEnabled();
  await expect(alerts).not.toBeChecked();
  await alerts.click();
  await expect(alerts).toBeChecked();
  expect(await pushDestinations(user.id)).toBe(1);
  // The push service could have reported the old one as gone.
  expect(await endpoint()).not.toBe(before);
});

test("offers an upgrade on Free and explains when the browser blocks notifications", async ({
  page,
  context,
}) => {
  const { createUser } = await factories();
  await signInAs(page, await createUser());
  await page.goto("/settings");
  await expect(page.getByText(label)).toBeVisible();
  await expect(page.getByRole("switch", { name: label })).toHaveCount(0);
  await expect(page.getByText("Alerts without an open tab are a Pro feature.")).toBeVisible();

  const other = await context.browser()!.newContext({ baseURL: process.env.E2E_APP_URL });
  const second = await other.newPage();
  await second.addInitScript(() =>
    Object.defineProperty(Notification, "permission", { get: () => "denied", configurable: true }),
  );
  await signInAs(second, await createUser({ plan: "pro" }));
  await second.goto("/settings");
  await expect(second.getByText("Notifications are blocked.").first()).toBeVisible();
  await expect(second.getByRole("switch", { name: label })).toHaveCount(0);
  await other.close();
});

test("the switch reports that its code couldn't be loaded, and works once it can be", async ({
  page,
  context,
}) => {
  const { createUser } = await factories();
  await context.grantPermissions(["notifications"]);
  await subscribeAtSandbox(page);
  await signInAs(page, await createUser({ plan: "pro" }));
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    const script = await (await route.fetch()).text();
    await (script.includes('call("savePushSubscription"') ? route.abort() : route.continue());
  });
  await page.goto("/settings");
  await waitForHydration(page);
  const alerts = page.getByRole("switch", { name: label });
  await alerts.click();
  await expect(page.getByText("Failed to turn on alerts")).toBeVisible();
  await expect(page.getByText("Please try again.")).toBeVisible();
  await expect(alerts).not.toBeChecked();
  await page.unrouteAll({ behavior: "wait" });
  await alerts.click();
  await expect(page.getByText("Push notifications are on")).toBeVisible();
  await expect(alerts).toBeChecked();
});
