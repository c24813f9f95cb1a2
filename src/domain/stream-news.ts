import type { Item } from "./item";
import type { StreamBatch } from "./stream";

/** What is left of what happened, once it is read to its end. */
export interface StreamNews {
  /** Posts that stand. */
  written: Item[];
  /** Posts that were told, standing or not. */
  posts: number;
  deleted: Set<string>;
  /** Accounts that are gone, with about when they went; and those that came back and are not gone any more. */
  gone: Map<string, Date>;
  back: Set<string>;
}

/** Reads pieces in their order: what was written and then deleted is nobody's news, nor what an account wrote that is gone. */
export function newsOf(pieces: readonly StreamBatch[]): StreamNews {
  const events = pieces.flatMap(({ happened, at }) => happened.map((event) => ({ event, told: at })));
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
    gone: new Map([...goneAt].map(([author, at]) => [author, events[at]!.told])),
  };
}
