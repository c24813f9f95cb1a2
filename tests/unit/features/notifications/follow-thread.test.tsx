import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { NotificationThread } from "@/contract/followed-thread";
import { FollowThread } from "@/features/notifications/follow-thread";
import { ScreenContext, type Screen } from "@/features/notifications/screen-context";

const unfollowed: NotificationThread = {
  ...{ watchId: null, isFollowed: false, read: null, total: null, endedAt: null, mutedUntil: null },
  since: null,
};
const followed: NotificationThread = { ...unfollowed, watchId: "w", isFollowed: true, read: 14, total: 14 };

/** The visible text, and the names of the buttons. */
function shown(thread: NotificationThread, count?: number): string {
  const markup = renderToStaticMarkup(
    <ScreenContext value={{ timeZone: "UTC" } as Screen}>
      <FollowThread id="n" thread={thread} count={count} />
    </ScreenContext>,
  );
  expect(markup.match(/data-act="follow"/g)).toHaveLength(1);
  return markup.replaceAll(/<[^>]+>/g, "|").replaceAll(/\|+/g, "|");
}

test.each<[string, NotificationThread, string]>([
  ["offers to follow", unfollowed, "|Follow this thread|New replies come to your inbox.|"],
  [
    "shows the replies read",
    followed,
    "|Following|14 of 14 replies read, stops after 14 quiet days|Mute alerts|Unfollow|",
  ],
  [
    "shows no total if the site has no count, and a mute",
    { ...followed, read: 1, total: null, mutedUntil: "forever" },
    "|Following|1 reply read, stops after 14 quiet days, alerts muted|Unmute alerts|Unfollow|",
  ],
  [
    "shows when following stopped",
    { ...followed, isFollowed: false, endedAt: "2026-12-05T10:00:00.000Z" },
    "|Stopped on 5 December|No replies for 14 days. 14 of 14 replies read.|Follow again|",
  ],
  [
    "offers to follow a paused thread",
    { ...followed, isFollowed: false },
    "|Follow this thread|New replies come to your inbox.|",
  ],
])("%s", (_name, thread, text) => {
  expect(shown(thread)).toBe(text);
});

test("the offer names the number of replies, if there are any", () => {
  const offer = (count: number) => shown(unfollowed, count);
  expect(offer(14)).toBe("|Follow this thread|14 replies so far. New ones come to your inbox.|");
  expect(offer(1)).toBe("|Follow this thread|1 reply so far. New ones come to your inbox.|");
  expect(offer(0)).toBe("|Follow this thread|New replies come to your inbox.|");
});
