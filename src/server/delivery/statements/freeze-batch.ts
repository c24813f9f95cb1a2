import { z } from "zod";
import type { ChannelName } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import type { MessageKind } from "./claim-deliveries";
import { rows } from "@/server/platform/rows";

export interface FrozenDelivery {
  id: string;
  fence: bigint;
  /** Items in the message. */
  count: number;
  message: unknown;
}

export interface NewBatch {
  id: string;
  channel: ChannelName;
  kind: MessageKind;
  now: Date;
}

/**
 * Freezes messages into one batch whose id is its key, positions as given; `isAttempt` counts it for each of them. A delivery
 * that another run took meanwhile stays out; answers how many went in.
 */
export async function freezeBatch(
  db: Queryable,
  batch: NewBatch,
  deliveries: readonly FrozenDelivery[],
  isAttempt = false,
): Promise<number> {
  const frozen = await rows(
    db,
    z.object({ id: z.string() }),
    sql`WITH batch AS (
       INSERT INTO "Batch" ("id", "channel", "kind", "nextAttemptAt", "createdAt")
       VALUES (${batch.id}, ${batch.channel}::"Channel", ${batch.kind}::"MessageKind", ${batch.now}, ${batch.now})
       RETURNING "id"
     )
     UPDATE "Delivery" d SET "status" = 'frozen', "batchId" = batch."id", "position" = f."position",
       "message" = f."message", "count" = f."count", "leaseUntil" = NULL, "reason" = NULL,
       "attempts" = d."attempts" + ${isAttempt ? 1 : 0}
     FROM batch, unnest(${deliveries.map((delivery) => delivery.id)}::uuid[], ${deliveries.map((delivery) => delivery.fence)}::bigint[], ${deliveries.map((delivery) => delivery.count)}::int[], ${deliveries.map((delivery) => JSON.stringify(delivery.message, wellFormed))}::jsonb[]) WITH ORDINALITY
       AS f("id", "fence", "count", "message", "position")
     WHERE d."id" = f."id" AND d."fence" = f."fence" AND d."status" = 'pending'
     RETURNING d."id"`,
  );
  return frozen.length;
}

/** PostgreSQL refuses half a surrogate pair, and one message must not keep the others of its batch from being frozen. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}
