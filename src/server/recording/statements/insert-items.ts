import type { Queryable } from "@/server/platform/database";
import type { ItemKind } from "@/domain/item";

export interface StoredItem {
  fullname: string;
  kind: ItemKind;
  subreddit: string;
  title: string;
  /** The Markdown source; what is shown is made of it and of the HTML when it is rendered. */
  content: string;
  sourceHtml: string | null;
  url: string;
  author: string | null;
  over18: boolean;
  createdAt: Date;
}

/** Stores the snapshots of matched items, each once however many watches it fits, to be rendered from now on. */
export async function insertItems(db: Queryable, items: readonly StoredItem[], now: Date): Promise<void> {
  if (items.length === 0) return;
  await db.query(
    `INSERT INTO "Item" ("fullname", "kind", "subreddit", "title", "content", "url", "author", "over18", "createdAt", "storedAt", "checkedAt", "sourceHtml", "renderAt")
     SELECT f, k::"ItemKind", s, t, b, u, a, o, c, $10, $10, h, $10
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::timestamptz[], $11::text[])
       AS x(f, k, s, t, b, u, a, o, c, h)
     ORDER BY f
     ON CONFLICT ("fullname") DO NOTHING`,
    [
      items.map((item) => item.fullname),
      items.map((item) => item.kind),
      items.map((item) => item.subreddit),
      items.map((item) => item.title),
      items.map((item) => item.content),
      items.map((item) => item.url),
      items.map((item) => item.author),
      items.map((item) => item.over18),
      items.map((item) => item.createdAt),
      now,
      items.map((item) => item.sourceHtml),
    ],
  );
}
