import { z } from "zod";
import type { Queryable } from "@/server/database";
import { rows } from "./rows";

const row = z.object({ day: z.number(), count: z.number() });

/**
 * How many of a user's notifications (of one watch, or of all: null) were made on each day. Days are given by the
 * instants they begin, the oldest first; day 1 is the first of them, day 0 whatever came before.
 */
export function countByDay(
  db: Queryable,
  userId: string,
  watchId: string | null,
  starts: readonly Date[],
): Promise<z.infer<typeof row>[]> {
  const ofWatch = watchId === null ? "" : `AND n."watchId" = $3`;
  return rows(
    db,
    row,
    `SELECT width_bucket(n."createdAt", $2::timestamptz[]) AS day, count(*)::int AS count FROM "Notification" n
     WHERE n."userId" = $1 AND n."deletedAt" IS NULL ${ofWatch} GROUP BY 1`,
    [userId, starts, ...(watchId === null ? [] : [watchId])],
  );
}
