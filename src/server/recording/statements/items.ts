import * as z from "zod";
import type { Item, ItemKind } from "@/domain/reading/item";
import { storedBody } from "@/domain/reading/stored-text";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const rememberedRow = z.object({ fullname: z.string(), isNew: z.boolean() });

export const storedText = z.object({
  title: z.string(),
  isUntitled: z.literal(true).optional(),
  body: z.string(),
  url: z.string(),
  over18: z.boolean(),
  /** As matched: the site's id for the account, if it has one. */
  author: z.string().nullable().default(null),
  /** The displayed name, if it differs. */
  authorName: z.string().optional(),
  flair: z.string().optional(),
  placeLabel: z.string().optional(),
  link: z.string().optional(),
  sharesLink: z.literal(true).optional(),
  headline: z.string().optional(),
  uri: z.string().optional(),
  isBot: z.boolean().optional(),
  root: z.string().optional(),
});
export type StoredText = z.infer<typeof storedText>;

interface RememberedItem {
  fullname: string;
  kind: ItemKind;
  site: string;
  place: string;
  createdAt: Date;
  forgetAt: Date;
  authorId: string | null;
  root: string | null;
  text: StoredText | null;
}

/** This insert alone decides which are new. The longer retention wins. Sorted by key to avoid deadlocks. */
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
    sql`INSERT INTO "RecentItem" AS r ("fullname", "kind", "site", "place", "createdAt", "seenAt", "forgetAt", "authorId", "root", "content", "textUntil")
     SELECT f, k::"ItemKind", w, p, c, ${seenAt}, g, a, o, x, CASE WHEN x IS NULL THEN NULL ELSE ${textUntil}::timestamptz END
     FROM unnest(${items.map((item) => item.fullname)}::text[], ${items.map((item) => item.kind)}::text[], ${items.map((item) => item.site)}::text[], ${items.map((item) => item.place)}::text[], ${items.map((item) => item.createdAt)}::timestamptz[], ${items.map((item) => item.forgetAt)}::timestamptz[], ${items.map((item) => item.authorId)}::text[], ${items.map((item) => item.root)}::text[], ${items.map((item) => (item.text === null ? null : JSON.stringify(item.text)))}::jsonb[]) AS t(f, k, w, p, c, g, a, o, x)
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
  /** Markdown source. Rendering uses it together with the HTML. */
  content: string;
  sourceHtml: string | null;
  url: string;
  author: string | null;
  authorId: string | null;
  root: string | null;
  parent: string | null;
  replyKey: string | null;
  over18: boolean;
  isBot: boolean;
  createdAt: Date;
}

/** Once per item, due for rendering. Skips items without a notification: over a limit. */
export async function insertItems(db: Queryable, items: readonly StoredItem[], now: Date): Promise<void> {
  if (items.length === 0) return;
  await db.query(
    sql`INSERT INTO "Item" ("fullname", "kind", "site", "place", "title", "content", "url", "author", "authorId", "root", "parent", "replyKey", "over18", "isBot", "createdAt", "storedAt", "checkedAt", "sourceHtml", "renderAt")
     SELECT f, k::"ItemKind", w, p, t, b, u, a, i, t1, t2, t3, o, r, c, ${now}, ${now}, h, ${now}
     FROM unnest(${items.map((item) => item.fullname)}::text[], ${items.map((item) => item.kind)}::text[], ${items.map((item) => item.site)}::text[], ${items.map((item) => item.place)}::text[], ${items.map((item) => item.title)}::text[], ${items.map((item) => item.content)}::text[], ${items.map((item) => item.url)}::text[], ${items.map((item) => item.author)}::text[], ${items.map((item) => item.authorId)}::text[], ${items.map((item) => item.root)}::text[], ${items.map((item) => item.parent)}::text[], ${items.map((item) => item.replyKey)}::text[], ${items.map((item) => item.over18)}::boolean[], ${items.map((item) => item.isBot)}::boolean[], ${items.map((item) => item.createdAt)}::timestamptz[], ${items.map((item) => item.sourceHtml)}::text[])
       AS x(f, k, w, p, t, b, u, a, i, t1, t2, t3, o, r, c, h)
     WHERE EXISTS (SELECT FROM "Notification" n WHERE n."fullname" = f)
     ORDER BY f
     ON CONFLICT ("fullname") DO NOTHING`,
  );
}

/** Refreshes the stored text of items that were edited on their site. Returns the number of changed items. */
export async function refreshItems(db: Queryable, items: readonly Item[], now: Date): Promise<number> {
  if (items.length === 0) return 0;
  const edited = sql`unnest(${items.map((item) => item.fullname)}::text[], ${items.map((item) => item.title)}::text[], ${items.map((item) => storedBody(item.body))}::text[]) AS x(f, t, b)`;
  const { rowCount } = await db.query(
    sql`WITH recent AS (UPDATE "RecentItem" r SET "content" = r."content" || jsonb_build_object('title', x.t, 'body', x.b) FROM ${edited}
     WHERE r."fullname" = x.f AND r."content" IS NOT NULL)
     UPDATE "Item" i SET "title" = x.t, "content" = x.b, "sourceHtml" = NULL, "renderTries" = 0, "renderAt" = ${now} FROM ${edited}
     WHERE i."fullname" = x.f AND i."blankedAt" IS NULL AND (i."title", i."content") IS DISTINCT FROM (x.t, x.b)`,
  );
  return rowCount ?? 0;
}

export async function forgetUnmatched(db: Queryable, items: readonly { fullname: string }[]): Promise<void> {
  await db.query(
    sql`DELETE FROM "RecentItem" r WHERE r."fullname" = ANY(${items.map(({ fullname }) => fullname)}::text[])
       AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."fullname" = r."fullname")`,
  );
}
