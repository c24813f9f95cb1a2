import type { MatchRule } from "@/domain/matching/rule";
import { addressed } from "@/server/platform/place-views";
import type { StoredText } from "@/server/reading/statements/stored-texts";
import { TimedTasks } from "@/server/threads/run-for-user";
import { batchesOf } from "./matching/stored-item";

/** How long one request may match stored texts (ms). */
const searchMs = 5_000;
/** Of fewer items than this no share says anything. */
export const fairNumber = 20;
/** Past this share of what was read a watch or a word is too much. */
const muchShare = 0.05;

/** An item without its text. */
export type MatchedItem = Omit<StoredText, "content">;

export function timedTasks(user: { id: string }, signal?: AbortSignal): TimedTasks {
  return new TimedTasks(user, searchMs, signal);
}

/**
 * Matches rules against stored items in worker threads, and calls `onItem` for each that was looked at, with the ids of the rules
 * that it matches. Ends before the last item if the time is over.
 */
export async function eachStored(
  tasks: TimedTasks,
  rules: readonly MatchRule[],
  pages: AsyncIterable<StoredText[]>,
  onItem: (item: MatchedItem, ruleIds: readonly string[]) => void,
): Promise<void> {
  for await (const page of pages)
    for (const items of batchesOf(page)) {
      const matches = await tasks.run("matchItems", { rules, items: items.map(addressed) });
      if (matches === null) return;
      for (const [at, item] of items.entries()) onItem(withoutText(item), matches[at]!);
    }
}

function withoutText({ fullname, kind, site, place, createdAt, seenAt }: StoredText): MatchedItem {
  return { fullname, kind, site, place, createdAt, seenAt };
}

/** Whether so many are more than anybody means, of so many that stand for so many items. */
export function isMuch(matched: number, { held, items }: { held: number; items: number }): boolean {
  return held >= fairNumber && matched > items * muchShare;
}
