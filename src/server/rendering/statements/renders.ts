import * as z from "zod";
import { prisma, sql, type Sql, type Queryable, tableSql } from "@/server/platform/database";
import { exists, rows } from "@/server/platform/rows";
import type { StoredText } from "@/domain/markdown/stored-text";

const claimedRender = z.object({
  fullname: z.string(),
  site: z.string(),
  body: z.string(),
  html: z.string().nullable(),
  /** Including this attempt. */
  tries: z.number(),
});
export type ClaimedRender = z.infer<typeof claimedRender>;

/** Which due items to render: all, those recorded since the queue was added, or specific ones. */
export type RenderChoice = "all" | "new" | readonly string[];

export function hasDueRenders(db: Queryable, choice: RenderChoice, now: Date): Promise<boolean> {
  return exists(db, sql`SELECT FROM "Item" WHERE ${due(choice, now)}`);
}

/**
 * Most recent first. Counts the attempt before it starts. Claims at most one item that was tried before, so
 * an item that crashes the process doesn't affect others again. Each becomes due again after a growing delay.
 */
export function claimRenders(
  db: Queryable,
  choice: RenderChoice,
  { max, now, waitMs }: { max: number; now: Date; waitMs: number },
): Promise<ClaimedRender[]> {
  return rows(
    db,
    claimedRender,
    sql`WITH due AS (
       SELECT "fullname", "renderTries" FROM "Item"
       WHERE ${due(choice, now)}
       ORDER BY "renderAt" DESC LIMIT ${max} FOR UPDATE SKIP LOCKED
     ), own AS (
       SELECT "fullname" FROM due WHERE "renderTries" = 0
       UNION ALL (SELECT "fullname" FROM due WHERE "renderTries" > 0 LIMIT 1)
     )
     UPDATE "Item" i SET "renderTries" = i."renderTries" + 1,
       "renderAt" = ${now}::timestamptz + (i."renderTries" + 1) * ${waitMs}::int * interval '1 millisecond'
     FROM own WHERE i."fullname" = own."fullname"
     RETURNING i."fullname", i."site", i."content" AS "body", i."sourceHtml" AS "html", i."renderTries" AS "tries"`,
  );
}

/** Makes claimed items due again that were not attempted. Otherwise, their alerts would wait for the next attempt. */
export async function returnRenders(claimed: readonly ClaimedRender[], renderAt: Date): Promise<void> {
  const where = { fullname: { in: claimed.map(({ fullname }) => fullname) }, renderAt: { not: null } };
  await prisma().item.updateMany({ where, data: { renderTries: { decrement: 1 }, renderAt } });
}

function due(choice: RenderChoice, now: Date): Sql {
  const ofAny = sql`"renderAt" <= ${now} AND "blankedAt" IS NULL`;
  // Items from before the queue have the oldest possible time.
  if (choice === "new") return sql`${ofAny} AND "renderAt" > to_timestamp(0)`;
  return choice === "all" ? ofAny : sql`${ofAny} AND "fullname" = ANY(${choice}::text[])`;
}

export interface StoredRender extends StoredText {
  fullname: string;
  content: string;
}

/** Stores rendered texts and deletes their sources. Items that were blanked in the meantime stay blank. */
export async function saveRenders(db: Queryable, renders: readonly StoredRender[]): Promise<void> {
  await db.query(
    sql`WITH own AS (
       SELECT i."fullname", k.content, k.html, k.text, k."linkedText"
       FROM ${tableSql("k", renders, { fullname: "text", content: "text", html: "text", text: "text", linkedText: "text" })}
         JOIN "Item" i ON i."fullname" = k.fullname
       WHERE i."renderAt" IS NOT NULL AND i."blankedAt" IS NULL
       ORDER BY i."fullname" FOR NO KEY UPDATE OF i
     )
     UPDATE "Item" i SET "content" = own.content, "html" = own.html, "text" = own.text, "linkedText" = own."linkedText",
       "sourceHtml" = NULL, "renderAt" = NULL
     FROM own WHERE i."fullname" = own."fullname"`,
  );
}
