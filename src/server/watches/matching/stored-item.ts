import type { Item } from "@/domain/reading/item";
import { isStandIn } from "@/domain/reading/untitled";

/** A stored item, with title, body and so on as JSON. */
export interface StoredContent {
  fullname: string;
  kind: Item["kind"];
  site: string;
  place: string;
  createdAt: Date;
  content: string;
  placeLabel?: string;
  placeAddress?: string;
  /** The title can be a stand-in; `content` has no flag for it. */
  mayBeUntitled?: true;
}

/** Characters per task. Copying them takes the main thread a few milliseconds. */
const batchLength = 500_000;

export function getItem({ content, mayBeUntitled, ...item }: StoredContent): Item {
  const stored = JSON.parse(content) as Pick<Item, "title" | "body" | "url" | "over18">;
  const isUntitled = mayBeUntitled && isStandIn(stored);
  return { html: null, author: null, ...stored, ...(isUntitled && { isUntitled }), ...item };
}

/** A notified item of this watch. Watches for titles only match no items without a title. */
export function asMatched<Stored extends StoredContent>(
  item: Stored,
  { matchTitlesOnly }: { matchTitlesOnly: boolean },
): Stored {
  return matchTitlesOnly ? item : { ...item, mayBeUntitled: true };
}

export function* toBatches<Stored extends StoredContent>(items: readonly Stored[]): Generator<Stored[]> {
  let batch: Stored[] = [];
  let length = 0;
  for (const item of items) {
    if (batch.length > 0 && length + item.content.length > batchLength) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(item);
    length += item.content.length;
  }
  if (batch.length > 0) yield batch;
}
