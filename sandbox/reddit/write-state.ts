import type { Entry, EntryKind } from "./entry";
import type { Subreddit } from "./subreddits";
import type { World } from "./world";
import type { Fault, Typed } from "./write-input";

/** What the page for writing shows. */
export interface WriteView {
  path: string;
  /** The subreddit that is shown alone; empty for all. */
  filter: string;
  isUnknown: boolean;
  names: readonly string[];
  entries: readonly Entry[];
  /** Of which one can be answered. */
  posts: readonly Entry[];
  /** The post that is to be answered. */
  on: Entry | undefined;
  /** What was just written. */
  done: Entry | undefined;
  nowMs: number;
  typed: Typed;
  faults: readonly Fault[];
}

/** The newest things that stand in a subreddit, or in all that can be read, newest first. */
export function recentEntries(
  world: World,
  subreddit: Subreddit | undefined,
  count: number,
  kinds: readonly EntryKind[] = ["post", "comment"],
): Entry[] {
  return kinds
    .flatMap((kind) => {
      const shelf = subreddit === undefined ? world.library.all[kind] : world.library.shelf(subreddit, kind);
      const newest: Entry[] = [];
      for (let at = shelf.size - 1; at >= 0 && newest.length < count; at -= 1) {
        const entry = shelf.at(at);
        const isShown =
          entry?.state === "standing" && (subreddit !== undefined || entry.subreddit.health === "ok");
        if (entry !== undefined && isShown) newest.push(entry);
      }
      return newest;
    })
    .sort((one, other) => other.listedAtMs - one.listedAtMs)
    .slice(0, count);
}

export function shortened(text: string, length: number): string {
  const signs = [...text];
  return signs.length > length ? `${signs.slice(0, length).join("").trimEnd()}…` : text;
}
