import type { Entry, EntryKind } from "./entry";
import type { Subreddit } from "./subreddits";
import type { World } from "./world";
import type { Fault, Typed } from "./write-input";

/** State of the write page. */
export interface WriteView {
  path: string;
  /** The only subreddit shown, or empty for all. */
  filter: string;
  isUnknown: boolean;
  names: readonly string[];
  entries: readonly Entry[];
  /** Posts to comment on. */
  posts: readonly Entry[];
  /** The selected post to comment on. */
  on: Entry | undefined;
  /** The item just written. */
  done: Entry | undefined;
  nowMs: number;
  typed: Typed;
  faults: readonly Fault[];
}

/** Recent visible items of a subreddit, or of all public ones, newest first. */
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
          entry?.state === "visible" && (subreddit !== undefined || entry.subreddit.health === "ok");
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
