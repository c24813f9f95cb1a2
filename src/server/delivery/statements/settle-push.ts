import { sql, type Queryable } from "@/server/platform/database";
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
    sql`UPDATE "Delivery" SET "status" = ${push.status}::"DeliveryStatus", "reason" = ${push.reason}, "message" = ${push.message === null ? null : JSON.stringify(push.message)}::jsonb, "nextAttemptAt" = ${push.nextAttemptAt},
       "attempts" = "attempts" - ${push.isReleased ? 1 : 0}, "leaseUntil" = NULL, "sentAt" = CASE WHEN ${push.status} = 'sent' THEN ${now}::timestamptz END
     WHERE "id" = ${push.id} AND "fence" = ${push.fence} AND "status" = 'pending'`,
  );
  return rowCount === 1;
}
