import { createHash } from "node:crypto";
import type { Item } from "@/domain/reading/item";
import { storyOfLink } from "@/domain/reading/story-link";
import { applyAndExclude } from "@/server/mentions/pending-updates";
import type { Queryable } from "@/server/platform/database";
import type { NewNotification } from "./statements/notifications";
import { joinStoryMentions, listUpdatedStories, lockStories } from "./statements/stories";

/** How long a mention accepts further items of its story (ms), and items with the same headline. */
const storyMs = 72 * 60 * 60 * 1000;
const headlineMs = 48 * 60 * 60 * 1000;

/** Shared by all stories: limits the locks per transaction at the cost of short waits. */
const locks = 64;

type Reported = Pick<Item, "kind" | "link" | "sharesLink" | "headline" | "uri">;

/** A UUID by headline, item on several sites (`uri`), or linked page. Null if none identifies it. */
export function getStoryKey(item: Reported): string | null {
  const story = storyOf(item);
  return story === null ? null : createHash("sha256").update(story).digest("hex").slice(0, 32);
}

function storyOf({ kind, link, sharesLink, headline, uri }: Reported): string | null {
  if (headline !== undefined) return `headline ${headline}`;
  if (uri !== undefined) return `uri ${uri}`;
  return kind === "comment" || !link || sharesLink ? null : storyOfLink(link);
}

/** Joins new notifications of a story and group, with the user's earlier ones, into one mention. */
export async function joinStories(
  tx: Queryable,
  notifications: readonly NewNotification[],
  { now, hasMarks }: { now: Date; hasMarks: boolean },
): Promise<void> {
  const leading = notifications.filter(({ storyKey }) => storyKey);
  if (leading.length === 0) return;
  const keys = leading.map(({ storyKey }) => Number.parseInt(storyKey!.slice(0, 4), 16) % locks);
  // Another site's read might record the same story in parallel, and neither would see the other's rows.
  await lockStories(
    tx,
    [...new Set(keys)].sort((one, other) => one - other),
  );
  for (const isHeadline of [false, true]) {
    const own = leading.filter((one) => (one.isHeadline ?? false) === isHeadline);
    if (own.length === 0) continue;
    const since = new Date(now.getTime() - (isHeadline ? headlineMs : storyMs));
    const made = { ids: own.map(({ id }) => id), since };
    if (hasMarks) {
      for (const { userId, ids } of await listUpdatedStories(tx, made))
        await applyAndExclude(tx, userId, ids);
    }
    await joinStoryMentions(tx, made);
  }
}
