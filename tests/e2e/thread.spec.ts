import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, withDatabase, test, waitForHydration } from "../support/e2e-person";
import { readSites, write } from "../support/e2e-reddit";
import { sizes } from "../support/e2e-sizes";

/** A time zone where it's daytime: from the next day on, "following since" shows a weekday. */
const timeZone = new Date().getUTCHours() < 12 ? "Etc/GMT-6" : "Etc/GMT+6";

/** A user whose watch matched a post, which is open in the reading pane. */
async function arrange(page: Page, word: string) {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ timeZone });
  await createWatch(user, { keyword: word, subreddits: ["smallbusiness"] });
  await signInAs(page, user);
  await readSites(page);
  const fullname = await write(page, "post", {
    ...{
      subreddit: "smallbusiness",
      author: "rsimms",
      selftext: "It reads receipts and asks one question a week.",
    },
    title: `Launching ${word}, books for people who hate books`,
  });
  await readUntil(page, user.id, 1);
  await page.goto("/notifications");
  await waitForHydration(page);
  await post(page).click();
  await expect(pane(page).getByRole("button", { name: "Follow this thread" })).toBeVisible();
  return { userId: user.id, fullname };
}

/** Reads until the user has this many notifications. Another read can be running. */
async function readUntil(page: Page, userId: string, count: number): Promise<void> {
  await factories();
  await expect
    .poll(async () => {
      await readSites(page);
      return withDatabase((db) => db.notification.count({ where: { userId, leadId: null } }));
    })
    .toBe(count);
}

const followed = (userId: string) =>
  withDatabase((db) => db.watch.findFirstOrThrow({ where: { userId, kind: "thread" } }));
const pane = (page: Page) => page.getByRole("region", { name: "Reading pane" });
const post = (page: Page) => page.locator("main [data-row]").filter({ hasText: "Launching" });
const replies = (page: Page) => pane(page).getByRole("region", { name: "Replies" });

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("follows a thread by key, shows its replies in the pane and the tab, and unfollows it", async ({
      page,
    }) => {
      const word = `tidewater${viewport.width}`;
      const { userId, fullname: on } = await arrange(page, word);
      const reply = (author: string, body: string, raw = {}) =>
        write(page, "comment", {
          subreddit: "smallbusiness",
          on,
          author,
          body,
          raw,
        });
      await page.keyboard.press("f");
      const state = pane(page).getByRole("status");
      await expect(state).toContainText("Following0 of 0 replies read, stops after 14 quiet days");

      const first = await reply("ostrich_ledger", "How do you handle a receipt in two currencies?");
      await readUntil(page, userId, 2);
      await reply("rsimms", "Two currencies work since March.", {
        parent_id: first,
      });
      await readUntil(page, userId, 3);
      await reply("pnpm_widow", `Can I keep the CSV on my own disk? ${word} only says “export”.`);
      await readUntil(page, userId, 5);
      await page.reload();
      await waitForHydration(page);
      await post(page).click();
      await expect(state).toContainText(/^Following3 of 3 replies read/);
      await expect(replies(page).getByRole("listitem")).toHaveText([
        /^u\/pnpm_widowUnread.*Can I keep the CSV/,
        /^u\/rsimmsUnreadReply to u\/ostrich_ledger.*Two currencies work/,
        /^u\/ostrich_ledgerUnread.*How do you handle/,
      ]);
      await expect(replies(page)).toContainText("3 new");
      await expect(replies(page).locator("mark")).toHaveText([word]);
      expect(await axeFindings(page)).toEqual([]);

      await page.goto("/notifications?status=following");
      await waitForHydration(page);
      await expect(page.getByText("3 replies to followed threads", { exact: true })).toBeVisible();
      await expect(page.getByRole("tab", { name: "Following" })).toHaveAttribute("aria-selected", "true");
      await expect(page.getByRole("heading", { name: /^Replies to “?Launching/ })).toBeVisible();
      await expect(page.locator("main [data-row]")).toHaveCount(3);
      await expect(page.getByRole("article").getByText("Reply to u/ostrich_ledger")).toBeVisible();
      await expect(page.locator(".group-head")).toContainText(/r\/smallbusiness, following since \d\d:\d\d/);
      // A reply is shown below its post.
      await page.locator("main [data-row]").filter({ hasText: "Two currencies work" }).click();
      await expect(pane(page)).toContainText(/It reads receipts.*Two currencies work since March/);
      await expect(pane(page).getByText("Two currencies work since March.")).toHaveCount(1);
      await expect(pane(page)).toContainText(/Following since \d\d:\d\d/);
      expect(await axeFindings(page)).toEqual([]);

      const watch = await followed(userId);
      await page.goto(`/keywords/${watch.id}`);
      const recent = page.getByRole("region", { name: "Recent matches" });
      await expect(recent.getByRole("article")).toHaveCount(3);
      await expect(recent.getByRole("link", { name: /All/i }).first()).toHaveAttribute(
        "href",
        "/notifications?status=following",
      );

      await page.goto("/notifications");
      await waitForHydration(page);
      await post(page).click();
      await expect(state).toContainText("Following");
      // Phones also have it among the actions at the bottom, below long texts.
      if (viewport.width < 1_000) await pane(page).getByRole("button", { name: "Unfollow" }).last().click();
      else await page.keyboard.press("f");
      await expect(page.getByText("Thread unfollowed")).toBeVisible();
      await expect(pane(page).getByText("3 replies so far. New ones come to your inbox.")).toBeVisible();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(state).toContainText("Following");
    });
  });
}

test("undoing an unfollow restores the mute", async ({ page }) => {
  const { userId } = await arrange(page, "tidewatermuted");
  const state = pane(page).getByRole("status");
  await page.keyboard.press("f");
  await pane(page).getByRole("button", { name: "Mute alerts" }).click();
  await expect(state).toContainText("alerts muted");
  await page.keyboard.press("f");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(state).toContainText("alerts muted");
  const watch = await followed(userId);
  expect(watch.mutedUntil).not.toBeNull();
});
