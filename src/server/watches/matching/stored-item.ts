import type { Item } from "@/domain/item";

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
}

/** Characters per task. Copying them takes the main thread a few milliseconds. */
const batchLength = 500_000;

export function getItem({ content, ...item }: StoredContent): Item {
  return {
    html: null,
    author: null,
    ...(JSON.parse(content) as Pick<Item, "title" | "body" | "url" | "over18">),
    ...item,
  };
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
