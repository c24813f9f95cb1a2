import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
import type { MailChannel } from "./claim-deliveries";
import { rows } from "@/server/platform/rows";

/** Whether a batch waits to be sent now. */
export async function hasDueBatch(db: Queryable, channel: MailChannel | null, now: Date): Promise<boolean> {
  const [found] = await rows(
    db,
    z.object({ isDue: z.boolean() }),
    `SELECT EXISTS (
       SELECT FROM "Batch" WHERE "status" = 'pending' AND "channel" <> 'push' AND ($1::text IS NULL OR "channel"::text = $1)
         AND "nextAttemptAt" <= $2 AND ("leaseUntil" IS NULL OR "leaseUntil" <= $2)
     ) AS "isDue"`,
    [channel, now],
  );
  return found!.isDue;
}
