import { z } from "zod";
import type { ChannelName } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import type { MessageKind } from "./claim-deliveries";
import { rows } from "@/server/platform/rows";

/** Whether a batch of a channel waits to be sent now. */
export async function hasDueBatch(
  db: Queryable,
  channel: ChannelName,
  kind: MessageKind | null,
  now: Date,
): Promise<boolean> {
  const [found] = await rows(
    db,
    z.object({ isDue: z.boolean() }),
    sql`SELECT EXISTS (
       SELECT FROM "Batch" WHERE "status" = 'pending' AND "channel" = ${channel}::"Channel" AND (${kind}::text IS NULL OR "kind"::text = ${kind})
         AND "nextAttemptAt" <= ${now} AND ("leaseUntil" IS NULL OR "leaseUntil" <= ${now})
     ) AS "isDue"`,
  );
  return found!.isDue;
}
