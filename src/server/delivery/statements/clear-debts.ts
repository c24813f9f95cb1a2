import type { ChannelName } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";

/**
 * Nothing more is owed to these users on a channel: their debts not sealed yet are dropped. What is just being sealed is left to
 * the check before sending; waiting for it could end in a deadlock.
 */
export async function clearDebts(
  db: Queryable,
  channel: ChannelName,
  userIds: readonly string[],
): Promise<number> {
  const { rowCount } = await db.query(
    sql`DELETE FROM "Debt" WHERE ("notificationId", "channel") IN (
       SELECT "notificationId", "channel" FROM "Debt"
       WHERE "userId" = ANY(${userIds}::uuid[]) AND "channel" = ${channel}::"Channel" FOR UPDATE SKIP LOCKED)`,
  );
  return rowCount ?? 0;
}
