import { z } from "zod";
import { channelNames } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** Whether anything is owed on any channel by now. */
export async function hasDueDebts(db: Queryable, now: Date): Promise<boolean> {
  const [found] = await rows(
    db,
    z.object({ isDue: z.boolean() }),
    sql`SELECT EXISTS (
       SELECT FROM "Debt" WHERE "channel" = ANY(${channelNames}::"Channel"[]) AND "slot" <= ${now}) AS "isDue"`,
  );
  return found!.isDue;
}
