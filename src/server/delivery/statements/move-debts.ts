import type { ChannelName } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";

export interface DebtMove {
  userId: string;
  /** The next slot of each rhythm in the user's zone. */
  realtime: Date;
  hourly: Date;
  daily: Date;
}

/** Gives what is owed to these users on a channel by `until` its next slot, each by the rhythm it was planned by. */
export async function moveDebts(
  db: Queryable,
  channel: ChannelName,
  moves: readonly DebtMove[],
  until: Date,
): Promise<number> {
  const { rowCount } = await db.query(
    sql`UPDATE "Debt" d SET "slot" = CASE d."rhythm"
       WHEN 'daily' THEN m."daily" WHEN 'hourly' THEN m."hourly" ELSE m."realtime" END
     FROM unnest(${moves.map((move) => move.userId)}::uuid[], ${moves.map((move) => move.realtime)}::timestamptz[], ${moves.map((move) => move.hourly)}::timestamptz[], ${moves.map((move) => move.daily)}::timestamptz[]) AS m("userId", "realtime", "hourly", "daily")
     WHERE d."userId" = m."userId" AND d."channel" = ${channel}::"Channel" AND d."slot" <= ${until}`,
  );
  return rowCount ?? 0;
}
