import type { Item } from "./item";
import type { StreamBatch } from "./stream";

export interface StreamNews {
  written: Item[];
  /** All posts, including deleted ones. */
  posts: number;
  deleted: Set<string>;
  edited: Item[];
  /** Deleted accounts with the approximate time, and accounts that were restored. */
  gone: Map<string, Date>;
  back: Set<string>;
}

/** Reduces batches in order. Omits posts that were deleted later and posts of deleted accounts. */
export function getNews(chunks: readonly StreamBatch[]): StreamNews {
  const events = chunks.flatMap(({ happened, at }) => happened.map((event) => ({ event, reported: at })));
  const deletedAt = new Map<string, number>();
  const goneAt = new Map<string, number>();
  const back = new Set<string>();
  for (const [at, { event }] of events.entries()) {
    if (event.is === "deleted") deletedAt.set(event.fullname, at);
    if (event.is === "author-gone") {
      goneAt.set(event.author, at);
      back.delete(event.author);
    }
    if (event.is === "author-back") {
      goneAt.delete(event.author);
      back.add(event.author);
    }
  }
  const written = new Map<string, Item>();
  let posts = 0;
  for (const [at, { event }] of events.entries()) {
    if (event.is !== "written") continue;
    posts += 1;
    const { fullname, author } = event.item;
    const isGone = (deletedAt.get(fullname) ?? -1) > at || (goneAt.get(author ?? "") ?? -1) > at;
    if (!isGone) written.set(fullname, event.item);
  }
  return {
    written: [...written.values()],
    ...{ posts, back },
    deleted: new Set(deletedAt.keys()),
    edited: events.flatMap(({ event }) => (event.is === "edited" ? [event.item] : [])),
    gone: new Map([...goneAt].map(([author, at]) => [author, events[at]!.reported])),
  };
}
