import { expect, type Page } from "@playwright/test";
import { factories, signInAs, withDatabase, test, waitForHydration } from "../support/e2e-person";

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** An account with two watched subreddits: one with gaps, one private. */
async function arrange(page: Page) {
  const { createUser, createWatch } = await factories();
  const { newId } = await import("@/server/platform/ids");
  const user = await createUser({ firstName: "Maya" });
  // Private in the sandbox too, because a poll can check it during the test.
  const [open, closed] = [`cov_${Math.random().toString(36).slice(2, 10)}`, "sandbox_private"];
  const common = { site: "reddit", watchedSince: ago(3 * 24 * 60) };
  // Not polled during the test. A time more than an hour ahead would count as stored by a wrong clock.
  const nextAttemptAt = ago(-45);
  const reads = (["post", "comment"] as const).map((kind) => ({
    ...{ kind, readAt: ago(0), nextAttemptAt },
    ...{ day: new Date(new Date().toISOString().slice(0, 10)), itemsToday: 21, delayMs: 21_000 },
  }));
  const unread = { ...common, name: closed, displayName: closed, health: "private" as const };
  const key = { site_name: { site: common.site, name: closed } };
  const gap = (minutes: number, filledAt: Date | null, items: number | null) => ({
    ...{ id: newId(), site: "reddit", place: open, kind: "post" as const },
    ...{ fromAt: ago(minutes + 7), toAt: ago(minutes), foundAt: ago(minutes), filledAt, items },
    // Given up, so no poll tries to fill it.
    fillTries: 2,
  });
  const { id } = await createWatch(user, {
    keyword: "quillon",
    subreddits: [open, closed],
    isActive: false,
  });
  // The sandbox doesn't have this subreddit, so a health check would mark it as missing.
  const checked = { ...common, name: open, displayName: open, checkedAt: ago(0) };
  // In one transaction: a poll resets places without an active watch, and reads new ones.
  await withDatabase((db) =>
    db.$transaction([
      db.place.create({ data: { ...checked, reads: { create: reads } } }),
      db.place.upsert({ where: key, create: unread, update: unread }),
      db.gap.createMany({ data: [gap(100, null, 12), gap(300, ago(290), null)] }),
      db.watch.update({ where: { id }, data: { isActive: true } }),
    ]),
  );
  await signInAs(page, user);
  return { open, closed };
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("the listening box links to the coverage of every place", async ({ page }) => {
  const { open, closed } = await arrange(page);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: /^Listening.*: coverage$/ }).click();
  await expect(page).toHaveURL("/coverage");
  await expect(page.getByRole("heading", { level: 1, name: "Coverage" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Listening.*: coverage$/ })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(page).toHaveTitle(/Coverage/);

  const reddit = section(page, "Reddit");
  await expect(reddit).toContainText("ends March 2027");
  await expect(reddit.getByRole("img")).toHaveAccessibleName(
    /^The last 24 hours: 1 half hour with a gap|^The last 24 hours: 2 half hours with a gap/,
  );
  await expect(reddit.locator("[data-read]")).toHaveCount(48);
  const row = (name: string) => reddit.getByRole("row", { name: new RegExp(`^r/${name} ends March 2027 `) });
  await expect(row(open).getByRole("cell")).toHaveText([
    /^\d\d:\d\d$/,
    "21 s",
    "2 (14 min, 12 items)",
    "Everything",
  ]);
  await expect(row(closed)).toContainText("Private, so we can't read it");

  const gaps = section(page, "Gaps").getByRole("row");
  await expect(gaps).toHaveCount(3);
  await expect(gaps.nth(1).getByRole("cell")).toHaveText([/\d\d:\d\d$/, "7 min", "12 items"]);
  await expect(gaps.nth(2).getByRole("cell")).toHaveText([/\d\d:\d\d$/, "7 min", "Nothing, filled later"]);

  // Close the site's list of places by keyboard.
  await reddit.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(reddit.getByRole("table")).toBeHidden();
});

test("the page refreshes every minute and shows an error if that fails", async ({ page }) => {
  const { open } = await arrange(page);
  await page.clock.install();
  await page.goto("/coverage");
  await expect(section(page, "Reddit")).toContainText(`r/${open}`);
  await waitForHydration(page);
  await page.route("**/api/coverage", (route) =>
    route.fulfill({ status: 500, json: { code: "INTERNAL_ERROR", message: "No" } }),
  );
  await page.clock.runFor(61_000);
  const alert = page.getByRole("alert").filter({ hasText: "We couldn't refresh this page." });
  await page.clock.runFor(2_000);
  await expect(alert).toBeVisible();
  await expect(section(page, "Reddit")).toContainText(`r/${open}`);
  await page.unroute("**/api/coverage");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toBeHidden();
});

test("the empty page links to Add Keyword", async ({ page }) => {
  const { createUser } = await factories();
  await signInAs(page, await createUser());
  await page.goto("/coverage");
  await page.getByRole("link", { name: "Add a keyword" }).click();
  await expect(page.getByRole("dialog", { name: "Add Keyword" })).toBeVisible();
});

test("/offline shows the connection state", async ({ page, context }) => {
  await page.goto("/offline");
  await expect(page.getByRole("heading", { level: 1, name: "You're online" })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByRole("heading", { level: 1, name: "You're out of earshot" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "You're offline." })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("link", { name: "Go to Earshot" }).click();
  await expect(page).toHaveURL("/");
});
