import { z } from "zod";
import type { Queryable } from "@/server/database";
import { type DebtChannel, debtColumns } from "./debt-columns";
import { rows } from "./rows";

export interface DeliveryDraft {
  id: string;
  userId: string;
  /** ISO time with milliseconds. */
  slot: string;
  count: number;
}

/**
 * Makes one delivery per draft and stamps what is owed up to `until` with it, in one statement. A slot that was
 * sealed before is left as it is; answers the ids of the users whose delivery was made.
 */
export async function sealDebts(
  db: Queryable,
  channel: DebtChannel,
  drafts: readonly DeliveryDraft[],
  until: Date,
  now: Date,
): Promise<string[]> {
  const { slot, delivery } = debtColumns[channel];
  const made = await rows(
    db,
    z.object({ userId: z.string() }),
    `WITH made AS (
       INSERT INTO "Delivery" ("id", "userId", "channel", "slot", "count", "nextAttemptAt", "createdAt")
       SELECT d."id", d."userId", $7::"Channel", d."slot", d."count", $6, $6
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[]) AS d("id", "userId", "slot", "count")
       JOIN "User" u ON u."id" = d."userId"
       ORDER BY d."userId"
       ON CONFLICT ("userId", "channel", "slot") DO NOTHING
       RETURNING "id", "userId"
     ), stamped AS (
       UPDATE "Notification" n SET ${delivery} = made."id"
       FROM made
       WHERE n."userId" = made."userId" AND n.${slot} <= $5 AND n.${delivery} IS NULL AND n."deletedAt" IS NULL
     )
     SELECT "userId" FROM made`,
    [
      drafts.map((draft) => draft.id),
      drafts.map((draft) => draft.userId),
      drafts.map((draft) => draft.slot),
      drafts.map((draft) => draft.count),
      until,
      now,
      channel,
    ],
  );
  return made.map(({ userId }) => userId);
}
