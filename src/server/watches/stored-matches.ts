import type { MatchRule } from "@/domain/matching/rule";
import { textRetentionMs } from "@/domain/reading/newness";
import { addressed } from "@/server/places/place-views";
import type { StoredText } from "@/server/reading/statements/stored-texts";
import { TimedTasks } from "@/server/threads/run-for-user";
import { toBatches } from "./matching/stored-item";

/** Time limit for matching stored texts per request (ms). */
const searchMs = 5_000;
/** Minimum number of items for a meaningful share. */
export const fairNumber = 20;
/** A watch or word that matches more than this share is too broad. */
const muchShare = 0.05;

export type MatchedItem = Omit<StoredText, "content">;

export function timedTasks(user: { id: string }, signal?: AbortSignal): TimedTasks {
  return new TimedTasks(user, searchMs, signal);
}

/** Calls `onItem` per checked item with the ids of matching rules. Stops early if time runs out. */
export async function eachStored(
  tasks: TimedTasks,
  rules: readonly MatchRule[],
  pages: AsyncIterable<StoredText[]>,
  onItem: (item: MatchedItem, ruleIds: readonly string[]) => void,
): Promise<void> {
  for await (const page of pages)
    for (const items of toBatches(page)) {
      const matches = await tasks.run("matchItems", { rules, items: items.map(addressed) });
      if (matches === null) return;
      for (const [at, item] of items.entries()) onItem(withoutText(item), matches[at]!);
    }
}

/** Start of the time that stored items cover (ms). Items found late can be older than texts are kept. */
export function storedSinceMs(oldestMs: number, now: Date): number {
  return Math.max(oldestMs, now.getTime() - textRetentionMs);
}

function withoutText({ fullname, kind, site, place, createdAt, seenAt }: StoredText): MatchedItem {
  return { fullname, kind, site, place, createdAt, seenAt };
}

/** `stored` is the sample size, `items` the number it represents. */
export function isTooMany(matched: number, { stored, items }: { stored: number; items: number }): boolean {
  return stored >= fairNumber && matched > items * muchShare;
}
