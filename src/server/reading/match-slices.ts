import { setImmediate as breathe } from "node:timers/promises";
import type { Item } from "@/domain/reading/item";
import type { Match } from "@/domain/matching/rule";
import type { WatchSet } from "@/server/recording/watch-set";

const sliceMs = 10;

/** Matches many items in slices, so requests, timers and the database are served in between. */
export async function matchInSlices(
  watches: WatchSet,
  items: readonly Item[],
  now: Date,
): Promise<Map<string, readonly Match[]>> {
  const matches = new Map<string, readonly Match[]>();
  if (items.length === 0) return matches;
  const matcher = await watches.current(now);
  let begunMs = performance.now();
  for (const item of items) {
    const found = matcher.match(item);
    if (found.length > 0) matches.set(item.fullname, found);
    if (performance.now() - begunMs < sliceMs) continue;
    await breathe();
    begunMs = performance.now();
  }
  return matches;
}
