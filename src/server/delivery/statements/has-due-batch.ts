import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import type { MailChannel } from "./claim-deliveries";
import { rows } from "@/server/platform/rows";

/** Whether a batch waits to be sent now. */
export async function hasDueBatch(db: Queryable, channel: MailChannel | null, now: Date): Promise<boolean> {
  const [found] = await rows(
    db,
    z.object({ isDue: z.boolean() }),
    sql`SELECT EXISTS (
       SELECT FROM "Batch" WHERE "status" = 'pending' AND "channel" <> 'push' AND (${channel}::text IS NULL OR "channel"::text = ${channel})
         AND "nextAttemptAt" <= ${now} AND ("leaseUntil" IS NULL OR "leaseUntil" <= ${now})
     ) AS "isDue"`,
  );
  return found!.isDue;
}
