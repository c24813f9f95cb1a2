import type { Queryable } from "@/server/platform/database";
import type { FrozenPush } from "./list-pushes";

export interface PushSettlement {
  id: string;
  fence: bigint;
  status: "pending" | "sent" | "failed" | "skipped" | "unknown";
  reason: string | null;
  /** Kept while it is pending; what is shown goes when it ends. */
  message: FrozenPush | null;
  nextAttemptAt: Date;
  /** It was not tried after all. */
  isReleased: boolean;
}

/** Ends a claimed push or puts it off. A run that was fenced off meanwhile changes nothing: false. */
export async function settlePush(db: Queryable, push: PushSettlement, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE "Delivery" SET "status" = $3::"DeliveryStatus", "reason" = $4, "message" = $5::jsonb, "nextAttemptAt" = $6,
       "attempts" = "attempts" - $7, "leaseUntil" = NULL, "sentAt" = CASE WHEN $3 = 'sent' THEN $8::timestamptz END
     WHERE "id" = $1 AND "fence" = $2 AND "status" = 'pending'`,
    [
      push.id,
      push.fence,
      push.status,
      push.reason,
      push.message === null ? null : JSON.stringify(push.message),
      push.nextAttemptAt,
      push.isReleased ? 1 : 0,
      now,
    ],
  );
  return rowCount === 1;
}
