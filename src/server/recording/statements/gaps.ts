import * as z from "zod";
import type { ItemKind } from "@/domain/reading/item";
import type { Missing } from "@/domain/reading/tracker";
import { prisma, sql, tableSql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

export interface NewGap {
  id: string;
  site: string;
  place: string;
  kind: ItemKind;
  fromAt: Date;
  toAt: Date;
  /** Number of missed items, if known. */
  items?: number;
  reason?: Missing;
}

/** Stores each once. Merges gaps with the same start if both have a count. Returns the number stored. */
export async function insertGaps(db: Queryable, gaps: readonly NewGap[], now: Date): Promise<number> {
  if (gaps.length === 0) return 0;
  const result = await db.query(
    sql`INSERT INTO "Gap" AS g ("id", "site", "place", "kind", "fromAt", "toAt", "foundAt", "items", "reason")
     SELECT "id", "site", "place", "kind"::"ItemKind", "fromAt", "toAt", ${now}, "items", coalesce("reason", '')
     FROM ${tableSql("x", gaps, { id: "uuid", site: "text", place: "text", kind: "text", fromAt: "timestamptz", toAt: "timestamptz", items: "int", reason: "text" })}
     ORDER BY "site", "place", "kind", "fromAt", "reason"
     ON CONFLICT ("site", "place", "kind", "fromAt", "reason") DO UPDATE
       SET "items" = g."items" + excluded."items", "toAt" = greatest(g."toAt", excluded."toAt")
       WHERE g."items" IS NOT NULL AND excluded."items" IS NOT NULL`,
  );
  return result.rowCount ?? 0;
}

const openGap = z.object({
  id: z.string(),
  place: z.string(),
  kind: z.enum(["post", "comment"]),
  fromAt: z.date(),
  toAt: z.date(),
});
export type OpenGap = z.infer<typeof openGap>;

/** Open, under two tries, found at least a minute ago (or in the future, by a wrong clock). */
export async function listOpenGaps(db: Queryable, site: string, now: Date): Promise<OpenGap[]> {
  return rows(
    db,
    openGap,
    sql`SELECT g."id", g."place", g."kind"::text, g."fromAt", g."toAt" FROM "Gap" g JOIN "Place" s ON s."site" = g."site" AND s."name" = g."place"
     WHERE g."site" = ${site} AND g."filledAt" IS NULL AND g."fillTries" < 2 AND g."foundAt" NOT BETWEEN ${now}::timestamptz - (g."fillTries" + 1) * interval '1 minute' AND ${now}::timestamptz + interval '1 minute'
       AND s."watchedSince" IS NOT NULL AND s."health" = 'ok'
     ORDER BY g."foundAt" LIMIT 2`,
  );
}

/** Records an attempt to fill a gap that read back to `reachedAt`. The gap is filled if this is its start. */
export async function narrowGap(
  { id, fromAt, toAt }: OpenGap,
  reachedAt: Date | null,
  now: Date,
): Promise<void> {
  const isFilled = reachedAt !== null && reachedAt <= fromAt;
  // Filled gaps stay visible, so they keep their length.
  const narrowed = !isFilled && reachedAt !== null && reachedAt < toAt ? { toAt: reachedAt } : {};
  const data = { fillTries: { increment: 1 }, filledAt: isFilled ? now : null, ...narrowed };
  await prisma().gap.updateMany({ where: { id }, data });
}
