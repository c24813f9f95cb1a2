import { expect, type Page } from "@playwright/test";
import { pauseResponse } from "../support/e2e-paused";
import { factories, signInAs, withDatabase, test, waitForHydration } from "../support/e2e-person";
import { reloadLists } from "../support/e2e-tabs";
import { createManyNotifications } from "../support/many-notifications";

/** An account with this many unread matches of one keyword, some of them starred. */
async function arrange(page: Page, count: number) {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ firstName: "Maya", plan: "pro" });
  await createManyNotifications([await createWatch(user, { keyword: "quillon", isActive: false })], count);
  const some = await withDatabase((db) =>
    db.notification.findMany({ where: { userId: user.id }, take: 3, skip: 1 }),
  );
  await withDatabase((db) =>
    db.notification.updateMany({
      where: { id: { in: some.map(({ id }) => id) } },
      data: { starredAt: new Date("2026-01-01") },
    }),
  );
  await signInAs(page, user);
  await page.goto("/notifications");
  await waitForHydration(page);
  return user;
}

/** Everything about the account's matches that an action can change. */
async function stateOf(userId: string) {
  return withDatabase((db) =>
    db.notification.findMany({
      where: { userId },
      select: {
        id: true,
        status: true,
        openedAt: true,
        starredAt: true,
        snoozedUntil: true,
        deletedAt: true,
        leadId: true,
      },
      orderBy: { id: "asc" },
    }),
  );
}

const heading = (page: Page, count: number) =>
  page.getByText(`${count.toLocaleString("en")} unread notification${count === 1 ? "" : "s"}`, {
    exact: true,
  });
const press = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click();

const actions: Record<string, (page: Page) => Promise<void>> = {
  "mark all as read": press("Mark all as read"),
  "archive all": press("Archive all"),
  "delete all": async (page) => {
    await press("Delete all")(page);
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  },
  "mark the group as read": press("Mark group as read"),
  "archive the group": press("Archive group"),
  "delete the group": press("Delete group"),
};

for (const count of [1, 187, 5_000])
  test(`z restores ${count.toLocaleString("en")} exactly, counts included, after every bulk action`, async ({
    page,
  }) => {
    const user = await arrange(page, count);
    const before = await stateOf(user.id);
    for (const [name, act] of Object.entries(actions)) {
      await expect(heading(page, count), name).toBeVisible();
      // A change that is undone before it is sent isn't sent.
      const sent = page.waitForRequest(/\/notifications\/(read|archive|delete)$/);
      await act(page);
      await expect(heading(page, 0), name).toBeVisible();
      await sent;
      // Until the change arrives, the state is also as before.
      const undone = page.waitForResponse((response) => response.url().includes("/undo/"));
      await page.keyboard.press("z");
      await expect(heading(page, count), name).toBeVisible();
      await undone;
      await expect.poll(() => stateOf(user.id), { message: name, timeout: 60_000 }).toEqual(before);
    }
    await page.reload();
    await expect(heading(page, count)).toBeVisible();
    await expect(page.getByRole("tab", { name: "Starred" })).toContainText(String(Math.min(3, count - 1)));
  });

test("z restores each action on one match exactly", async ({ page }) => {
  const user = await arrange(page, 5);
  const before = await stateOf(user.id);
  const snooze = async () => {
    await page.keyboard.press("b");
    await page.getByRole("button", { name: "Tomorrow" }).click();
  };
  const pane = page.getByRole("region", { name: "Reading pane" });
  const acts: Record<string, () => Promise<void>> = {
    e: () => page.keyboard.press("e"),
    s: () => page.keyboard.press("s"),
    b: snooze,
    delete: () => pane.getByRole("button", { name: "Delete", exact: true }).click(),
    read: () => pane.getByRole("button", { name: "Mark as read", exact: true }).click(),
  };
  for (const [name, act] of Object.entries(acts)) {
    await page.locator("main [data-row]").first().focus();
    await act();
    await expect.poll(() => stateOf(user.id), name).not.toEqual(before);
    await page.keyboard.press("z");
    await expect.poll(() => stateOf(user.id), name).toEqual(before);
    await expect(heading(page, 5), name).toBeVisible();
  }
});

test("100 matches are cleared with 100 presses of e", async ({ page }) => {
  const user = await arrange(page, 100);
  await expect(page.getByText("Showing 100 of 100", { exact: true })).toBeVisible();
  await page.locator("main [data-row]").first().focus();
  for (let left = 100; left > 0; left -= 1) {
    await expect(heading(page, left)).toBeVisible();
    await page.keyboard.press("e");
  }
  await expect(page.getByRole("heading", { name: "No notifications found" })).toBeVisible();
  await expect(page.locator("main [data-list]")).toBeFocused();
  // The changes are sent one after another; a busy server can take a second for each.
  const archived = async () => (await stateOf(user.id)).filter(({ status }) => status === "archived").length;
  await expect.poll(archived, { timeout: 120_000 }).toBe(100);
});

test("e before the rest of a group is loaded archives its next match", async ({ page }) => {
  const user = await arrange(page, 15);
  await expect(page.locator("main [data-row]")).toHaveCount(15);
  const { paused, resume } = pauseResponse();
  let isFetched = false;
  await page.route(/\/api\/notifications\?/, async (route) => {
    const response = await route.fetch();
    isFetched = true;
    await paused;
    await route.fulfill({ response });
  });
  await page.reload({ waitUntil: "commit" });
  await waitForHydration(page);
  const rows = page.locator("main [data-row]");
  await rows.first().focus();
  for (let left = 15; left > 5; left -= 1) {
    await expect(heading(page, left)).toBeVisible();
    await page.keyboard.press("e");
  }
  await expect(rows).toHaveCount(0);
  await expect.poll(() => isFetched).toBe(true);
  // A key waits only five seconds for the rows, so stop the time. `page.clock` would also replace the timers of
  // a page that is already running.
  await page.evaluate(() => {
    const now = Date.now();
    Date.now = () => now;
  });
  await page.keyboard.press("e");
  await page.keyboard.press("e");
  resume();
  await expect(heading(page, 3)).toBeVisible();
  await expect(rows.first()).toBeFocused();
  await expect
    .poll(async () => (await stateOf(user.id)).filter(({ status }) => status === "archived").length)
    .toBe(12);
});

for (const width of [375, 1280])
  test(`after Mark all as read the focus is on the list, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await arrange(page, 5);
    await page.getByRole("button", { name: "Mark all as read" }).focus();
    await page.keyboard.press("Enter");
    await expect(heading(page, 0)).toBeVisible();
    await expect(page.locator("main [data-list]")).toBeFocused();
    await page.keyboard.press("z");
    await expect(page.locator("main [data-row]").first()).toBeFocused();
  });

test("new matches appear even if an undo happens while they are loaded", async ({ page }) => {
  const { createNotification } = await factories();
  const user = await arrange(page, 5);
  const watch = await withDatabase((db) => db.watch.findFirstOrThrow({ where: { userId: user.id } }));
  await createNotification(watch, { item: { title: "Just arrived" } });
  const newLine = page.locator("[data-act=show-new]");
  await expect(async () => {
    await reloadLists(page);
    await expect(newLine).toContainText("1 new", { timeout: 2_000 });
  }).toPass();
  let isReleased = false;
  let loads = 0;
  await page.route(/\/api\/notifications\/grouped/, async (route) => {
    loads += 1;
    await expect.poll(() => isReleased).toBe(true);
    await route.continue();
  });
  await page.locator("main [data-row]").first().focus();
  await page.keyboard.press("s");
  await page.keyboard.press(".");
  await expect.poll(() => loads).toBeGreaterThan(0);
  await page.keyboard.press("z");
  isReleased = true;
  await expect(page.locator("main [data-row]").first()).toContainText("Just arrived");
  await expect(newLine).toHaveCount(0);
});

/** Delays responses with the list until the returned function is called. Waits for the first load. */
async function delayLoads(page: Page): Promise<() => Promise<void>> {
  let isReleased = false;
  let loads = 0;
  await page.route(/\/api\/notifications\/grouped/, async (route) => {
    const response = await route.fetch();
    loads += 1;
    await expect.poll(() => isReleased).toBe(true);
    await route.fulfill({ response });
  });
  await expect(async () => {
    await reloadLists(page);
    expect(loads).toBeGreaterThan(0);
  }).toPass();
  return async () => {
    const loaded = page.waitForResponse(/\/api\/notifications\/grouped/);
    isReleased = true;
    await loaded;
  };
}

async function expectSteady(page: Page, count: number) {
  for (let look = 0; look < 10; look += 1) {
    await expect(heading(page, count)).toBeVisible({ timeout: 1 });
    await page.waitForTimeout(50);
  }
  await expect(page.locator("[data-act=show-new]")).toHaveCount(0);
}

test("a match archived while the list is loaded isn't counted as new", async ({ page }) => {
  await arrange(page, 3);
  const release = await delayLoads(page);
  const archived = page.waitForResponse(/\/archive/);
  await page.locator("main [data-row]").first().focus();
  await page.keyboard.press("e");
  await archived;
  await release();
  await expectSteady(page, 2);
  // A later load can still be open.
  await page.unrouteAll({ behavior: "wait" });
});

test("a match marked as unread while the list is loaded isn't counted as new", async ({ page }) => {
  await arrange(page, 3);
  const button = (name: string) =>
    page.getByRole("region", { name: "Reading pane" }).getByRole("button", { name, exact: true });
  await page.locator("main [data-row]").first().focus();
  const read = page.waitForResponse(/\/read$/);
  await button("Mark as read").click();
  await read;
  const release = await delayLoads(page);
  const unread = page.waitForResponse(/\/unread$/);
  await button("Mark as unread").click();
  await unread;
  await release();
  await page.unrouteAll({ behavior: "wait" });
  await expectSteady(page, 3);
  const later = page.waitForResponse(/\/api\/notifications\/grouped/);
  await reloadLists(page);
  await later;
  await expectSteady(page, 3);
});

test("the next page sends an archive made offline, unless it was undone", async ({ page, context }) => {
  const user = await arrange(page, 4);
  const archived = page.waitForResponse(/\/archive/);
  await page.locator("main [data-row]").first().focus();
  await page.keyboard.press("e");
  await archived;
  await context.setOffline(true);
  await page.keyboard.press("e");
  await page.keyboard.press("e");
  await expect(page.locator("main [data-row]")).toHaveCount(1);
  await page.keyboard.press("z");
  await expect(page.locator("main [data-row]")).toHaveCount(2);
  await page.goto("about:blank");
  await context.setOffline(false);
  await page.goto("/dashboard");
  const archivedCount = async () =>
    (await stateOf(user.id)).filter(({ status }) => status === "archived").length;
  await expect.poll(archivedCount).toBe(2);
  await page.goto("/notifications");
  await expect(page.locator("main [data-row]")).toHaveCount(2);
});

test("archives beyond the rate limit are sent when it ends, also by the next page", async ({ page }) => {
  const user = await arrange(page, 6);
  const refuse = (retryAfter: number) =>
    page.route(
      /\/archive$/,
      (route) =>
        route.fulfill({ status: 429, json: { code: "NOTIFICATION_RATE_LIMIT_EXCEEDED", retryAfter } }),
      { times: 1 },
    );
  const archivedCount = async () =>
    (await stateOf(user.id)).filter(({ status }) => status === "archived").length;
  await page.locator("main [data-row]").first().focus();
  await refuse(1);
  await page.keyboard.press("e");
  await page.keyboard.press("e");
  await expect.poll(archivedCount).toBe(2);
  await expect(page.locator("main [data-row]")).toHaveCount(4);
  await refuse(60);
  // The previous archive's response can still arrive.
  const refused = page.waitForResponse(
    (response) => response.url().endsWith("/archive") && response.status() === 429,
  );
  await page.keyboard.press("e");
  await refused;
  await page.keyboard.press("e");
  await page.goto("/dashboard");
  await expect.poll(archivedCount).toBe(4);
});
