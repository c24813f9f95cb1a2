import { z } from "zod";
import type { ChannelName } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/**
 * Up to which slot one statement seals: `now`, or with more debts than `most` due, the slot of the one at that
 * place, so that a backlog is worked off in bounded pieces. Debts of the same slot are never parted.
 */
export async function findSealLimit(
  db: Queryable,
  channel: ChannelName,
  now: Date,
  most: number,
): Promise<Date> {
  const [found] = await rows(
    db,
    z.object({ limit: z.date() }),
    sql`SELECT COALESCE((
       SELECT "slot" FROM "Debt" WHERE "channel" = ${channel}::"Channel" AND "slot" <= ${now}
       ORDER BY "slot" OFFSET ${most} LIMIT 1
     ), ${now}::timestamptz) AS "limit"`,
  );
  return found!.limit;
}
