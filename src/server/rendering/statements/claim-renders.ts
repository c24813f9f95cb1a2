import { z } from "zod";
import { sql, type Sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({
  fullname: z.string(),
  site: z.string(),
  body: z.string(),
  html: z.string().nullable(),
  /** This one counted. */
  tries: z.number(),
});
export type ClaimedRender = z.infer<typeof row>;

/** Which items to render: of those that are due all, those recorded since there is a queue, or certain ones. */
export type RenderChoice = "all" | "new" | readonly string[];

export async function hasDueRenders(db: Queryable, choice: RenderChoice, now: Date): Promise<boolean> {
  const [found] = await rows(
    db,
    z.object({ has: z.boolean() }),
    sql`SELECT EXISTS (SELECT FROM "Item" WHERE ${due(choice, now)}) AS "has"`,
  );
  return found?.has ?? false;
}

/**
 * Takes up to `most` items that are due, the newest first, and counts the try before it begins. Of those tried before
 * one at most: whatever ended the process that tried it takes no others along again. Each is due again after a while
 * that grows with its tries, unless what came of it is kept before.
 */
export function claimRenders(
  db: Queryable,
  choice: RenderChoice,
  { most, now, waitMs }: { most: number; now: Date; waitMs: number },
): Promise<ClaimedRender[]> {
  return rows(
    db,
    row,
    sql`WITH due AS (
       SELECT "fullname", "renderTries" FROM "Item"
       WHERE ${due(choice, now)}
       ORDER BY "renderAt" DESC LIMIT ${most} FOR UPDATE SKIP LOCKED
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

function due(choice: RenderChoice, now: Date): Sql {
  const ofAny = sql`"renderAt" <= ${now} AND "blankedAt" IS NULL`;
  // What was there before the queue has the oldest time there is.
  if (choice === "new") return sql`${ofAny} AND "renderAt" > to_timestamp(0)`;
  return choice === "all" ? ofAny : sql`${ofAny} AND "fullname" = ANY(${choice}::text[])`;
}
