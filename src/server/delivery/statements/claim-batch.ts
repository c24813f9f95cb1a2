import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import type { ChannelName } from "@/channels/registry";
import type { MessageKind } from "./claim-deliveries";
import { rows } from "@/server/platform/rows";

const longestWait = "10 minutes";

const row = z.object({
  id: z.string(),
  kind: z.enum(["alert", "account"]),
  attempts: z.number(),
  /** When its request was first begun; null: nobody has seen it. */
  firstAttemptAt: z.date().nullable(),
  fence: z.coerce.bigint(),
  /** Why the last attempt did not end it; null where it was broken off. */
  reason: z.string().nullable(),
});
export type ClaimedBatch = z.infer<typeof row>;

/**
 * Takes the batch of a channel that has waited longest for its attempt, account mails a minute ahead. The attempt is counted and the next one
 * put off before anything is made of it: one that ends the process lets the others go first, and longer each time. `attempts` 1
 * is the first.
 */
export async function claimBatch(
  tx: Queryable,
  q: { channel: ChannelName; kind: MessageKind | null; now: Date; leaseUntil: Date },
): Promise<ClaimedBatch | null> {
  const [batch] = await rows(
    tx,
    row,
    sql`UPDATE "Batch" b SET "leaseUntil" = ${q.leaseUntil}, "fence" = b."fence" + 1, "attempts" = b."attempts" + 1, "reason" = NULL,
       "nextAttemptAt" = greatest(${q.leaseUntil}::timestamptz, ${q.now}::timestamptz + least(${longestWait}::interval, (${q.leaseUntil}::timestamptz - ${q.now}::timestamptz) * power(2, least(b."attempts", 10))))
     FROM (
       SELECT "id", "reason" FROM "Batch"
       WHERE "status" = 'pending' AND "channel" = ${q.channel}::"Channel" AND (${q.kind}::text IS NULL OR "kind"::text = ${q.kind})
         AND "nextAttemptAt" <= ${q.now} AND ("leaseUntil" IS NULL OR "leaseUntil" <= ${q.now})
       ORDER BY "nextAttemptAt" - CASE "kind" WHEN 'account' THEN interval '1 minute' ELSE interval '0' END, "id"
       LIMIT 1
       FOR UPDATE SKIP LOCKED
     ) due
     WHERE b."id" = due."id"
     RETURNING b."id", b."kind", b."attempts", b."firstAttemptAt", b."fence", due."reason"`,
  );
  return batch ?? null;
}
