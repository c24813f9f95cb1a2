import { z } from "zod";
import { joined, sql, type Queryable } from "@/server/platform/database";
import type { Reader } from "./account-row";
import { listedSql } from "@/server/clips/statements/listed-sql";
import { statusParts } from "@/server/clips/statements/pending-mark-sql";
import { rows } from "@/server/platform/rows";

const row = z.object({ watches: z.number(), pausedByPlan: z.number(), notifications: z.number() });

/** How many watches a user has, how many of them the end of a plan paused, and how many notifications are held for them. */
export async function countUsage(db: Queryable, user: Reader) {
  const held = joined([listedSql, ...statusParts(null, user.pendingMarks)], " AND ");
  const [counts] = await rows(
    db,
    row,
    sql`SELECT count(*)::int AS watches, count(*) FILTER (WHERE "pausedBy" = 'plan' AND NOT "isActive")::int AS "pausedByPlan",
       (SELECT count(*)::int FROM "Notification" n WHERE n."userId" = ${user.id} AND ${held}) AS notifications
     FROM "Watch" WHERE "userId" = ${user.id}`,
  );
  return counts!;
}
