import { createHash } from "node:crypto";
import type { Item } from "@/domain/item";
import { storyOfLink } from "@/domain/story-link";
import { takeOutOfMarks } from "@/server/mentions/pending-marks";
import type { Queryable } from "@/server/platform/database";
import type { NewNotification } from "./statements/notifications";
import { joinStoryMentions, listMarkedStories, lockStories } from "./statements/stories";

/** So long a mention takes in what leads to its story. */
const storyMs = 72 * 60 * 60 * 1000;

/**
 * So many locks guard all stories: two that share one wait for each other a moment, and no read holds a lock for
 * each.
 */
const locks = 64;

/**
 * Returns a UUID shared by all items that link to the same page. Null for comments, and for items whose link doesn't
 * identify them.
 */
export function storyKeyOf({
  kind,
  link,
  sharesLink,
}: Pick<Item, "kind" | "link" | "sharesLink">): string | null {
  if (kind === "comment" || !link || sharesLink) return null;
  const story = storyOfLink(link);
  return story === null ? null : createHash("sha256").update(story).digest("hex").slice(0, 32);
}

/**
 * Of notifications just made, those of one story and group become one mention, with what its user was notified of
 * before.
 */
export async function joinStories(
  tx: Queryable,
  notifications: readonly NewNotification[],
  { now, hasMarks }: { now: Date; hasMarks: boolean },
): Promise<void> {
  const leading = notifications.flatMap(({ id, storyKey }) => (storyKey ? [{ id, storyKey }] : []));
  if (leading.length === 0) return;
  const made = { ids: leading.map(({ id }) => id), since: new Date(now.getTime() - storyMs) };
  const keys = leading.map(({ storyKey }) => Number.parseInt(storyKey.slice(0, 4), 16) % locks);
  // Another site's read may be recording the same story: neither would see the other's.
  await lockStories(
    tx,
    [...new Set(keys)].sort((one, other) => one - other),
  );
  if (hasMarks) {
    for (const { userId, ids } of await listMarkedStories(tx, made)) await takeOutOfMarks(tx, userId, ids);
  }
  await joinStoryMentions(tx, made);
}
