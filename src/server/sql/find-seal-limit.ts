import { z } from "zod";
import type { Queryable } from "@/server/database";
import { rows } from "./rows";

/**
 * Up to which slot one statement seals: `now`, or with more debts than `most` due, the slot of the one at that
 * place, so that a backlog is worked off in bounded pieces. Debts of the same slot are never parted.
 */
export async function findSealLimit(db: Queryable, now: Date, most: number): Promise<Date> {
  const [found] = await rows(
    db,
    z.object({ limit: z.date() }),
    `SELECT COALESCE((
       SELECT n."mailSlot" FROM "Notification" n
       WHERE n."mailSlot" <= $1 AND n."deliveryId" IS NULL AND n."deletedAt" IS NULL
       ORDER BY n."mailSlot" OFFSET $2 LIMIT 1
     ), $1::timestamptz) AS "limit"`,
    [now, most],
  );
  return found!.limit;
}
