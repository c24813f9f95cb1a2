import { z } from "zod";
import type { ItemKind } from "@/domain/item";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const rememberedRow = z.object({ fullname: z.string(), isNew: z.boolean() });

/** What is matched and shown of an item. */
export const heldText = z.object({
  title: z.string(),
  isUntitled: z.literal(true).optional(),
  body: z.string(),
  url: z.string(),
  over18: z.boolean(),
  author: z.string().nullable().default(null),
  flair: z.string().optional(),
  placeLabel: z.string().optional(),
  link: z.string().optional(),
});
export type HeldText = z.infer<typeof heldText>;

interface RememberedItem {
  fullname: string;
  kind: ItemKind;
  site: string;
  place: string;
  createdAt: Date;
  forgetAt: Date;
  authorId: string | null;
  /** Null: its text is not held. */
  text: HeldText | null;
}

/**
 * Remembers fullnames; what was not remembered is new, decided by this insert alone. One that is remembered
 * for a shorter time is remembered for the longer one, and its text with it. Sorted by key, so that two lanes can't deadlock.
 */
export async function rememberItems(
  db: Queryable,
  items: readonly RememberedItem[],
  seenAt: Date,
  textUntil: Date,
): Promise<Set<string>> {
  if (items.length === 0) return new Set();
  const found = await rows(
    db,
    rememberedRow,
    sql`INSERT INTO "RecentItem" AS r ("fullname", "kind", "site", "place", "createdAt", "seenAt", "forgetAt", "authorId", "content", "textUntil")
     SELECT f, k::"ItemKind", w, p, c, ${seenAt}, g, a, x, CASE WHEN x IS NULL THEN NULL ELSE ${textUntil}::timestamptz END
     FROM unnest(${items.map((item) => item.fullname)}::text[], ${items.map((item) => item.kind)}::text[], ${items.map((item) => item.site)}::text[], ${items.map((item) => item.place)}::text[], ${items.map((item) => item.createdAt)}::timestamptz[], ${items.map((item) => item.forgetAt)}::timestamptz[], ${items.map((item) => item.authorId)}::text[], ${items.map((item) => (item.text === null ? null : JSON.stringify(item.text)))}::jsonb[]) AS t(f, k, w, p, c, g, a, x)
     ORDER BY f
     ON CONFLICT ("fullname") DO UPDATE
       SET "forgetAt" = excluded."forgetAt", "content" = excluded."content", "textUntil" = excluded."textUntil"
       WHERE r."forgetAt" < excluded."forgetAt" - interval '1 day'
     RETURNING "fullname", (xmax = 0) AS "isNew"`,
  );
  return new Set(found.filter((item) => item.isNew).map((item) => item.fullname));
}

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
  authorId: string | null;
  over18: boolean;
  createdAt: Date;
}

/**
 * Stores the snapshots of matched items, each only once however many watches it fits, to be rendered from now on. Skips items
 * without a notification: their matches were all over a limit.
 */
export async function insertItems(db: Queryable, items: readonly StoredItem[], now: Date): Promise<void> {
  if (items.length === 0) return;
  await db.query(
    sql`INSERT INTO "Item" ("fullname", "kind", "site", "place", "title", "content", "url", "author", "authorId", "over18", "createdAt", "storedAt", "checkedAt", "sourceHtml", "renderAt")
     SELECT f, k::"ItemKind", w, p, t, b, u, a, i, o, c, ${now}, ${now}, h, ${now}
     FROM unnest(${items.map((item) => item.fullname)}::text[], ${items.map((item) => item.kind)}::text[], ${items.map((item) => item.site)}::text[], ${items.map((item) => item.place)}::text[], ${items.map((item) => item.title)}::text[], ${items.map((item) => item.content)}::text[], ${items.map((item) => item.url)}::text[], ${items.map((item) => item.author)}::text[], ${items.map((item) => item.authorId)}::text[], ${items.map((item) => item.over18)}::boolean[], ${items.map((item) => item.createdAt)}::timestamptz[], ${items.map((item) => item.sourceHtml)}::text[])
       AS x(f, k, w, p, t, b, u, a, i, o, c, h)
     WHERE EXISTS (SELECT FROM "Notification" n WHERE n."fullname" = f)
     ORDER BY f
     ON CONFLICT ("fullname") DO NOTHING`,
  );
}

/** Deletes the rows of these items unless a match was recorded. */
export async function forgetUnmatched(db: Queryable, items: readonly { fullname: string }[]): Promise<void> {
  await db.query(
    sql`DELETE FROM "RecentItem" r WHERE r."fullname" = ANY(${items.map(({ fullname }) => fullname)}::text[])
       AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."fullname" = r."fullname")`,
  );
}
