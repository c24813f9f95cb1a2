import { sql, type Queryable } from "@/server/platform/database";
import type { ItemKind } from "@/domain/item";

export interface StoredItem {
  fullname: string;
  kind: ItemKind;
  site: string;
  place: string;
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
    sql`INSERT INTO "Item" ("fullname", "kind", "site", "place", "title", "content", "url", "author", "over18", "createdAt", "storedAt", "checkedAt", "sourceHtml", "renderAt")
     SELECT f, k::"ItemKind", w, p, t, b, u, a, o, c, ${now}, ${now}, h, ${now}
     FROM unnest(${items.map((item) => item.fullname)}::text[], ${items.map((item) => item.kind)}::text[], ${items.map((item) => item.site)}::text[], ${items.map((item) => item.place)}::text[], ${items.map((item) => item.title)}::text[], ${items.map((item) => item.content)}::text[], ${items.map((item) => item.url)}::text[], ${items.map((item) => item.author)}::text[], ${items.map((item) => item.over18)}::boolean[], ${items.map((item) => item.createdAt)}::timestamptz[], ${items.map((item) => item.sourceHtml)}::text[])
       AS x(f, k, w, p, t, b, u, a, o, c, h)
     ORDER BY f
     ON CONFLICT ("fullname") DO NOTHING`,
  );
}
