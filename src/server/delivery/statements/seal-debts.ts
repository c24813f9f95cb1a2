import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
import type { DebtChannel } from "./list-due-debts";
import { rows } from "@/server/platform/rows";

export interface DeliveryDraft {
  id: string;
  userId: string;
  /** ISO time with milliseconds. */
  slot: string;
  count: number;
}

/**
 * Makes one delivery per draft and moves what is owed up to `until` into it, in one statement. A slot that was
 * sealed before is left as it is; answers the ids of the users whose delivery was made.
 */
export async function sealDebts(
  db: Queryable,
  channel: DebtChannel,
  drafts: readonly DeliveryDraft[],
  until: Date,
  now: Date,
): Promise<string[]> {
  const made = await rows(
    db,
    z.object({ userId: z.string() }),
    `WITH made AS (
       INSERT INTO "Delivery" ("id", "userId", "channel", "slot", "count", "nextAttemptAt", "createdAt")
       SELECT d."id", d."userId", $7::"Channel", d."slot", d."count", $6, $6
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[]) AS d("id", "userId", "slot", "count")
       JOIN (SELECT "id" FROM "User" WHERE "id" = ANY($2::uuid[]) ORDER BY "id" FOR KEY SHARE) u ON u."id" = d."userId"
       ORDER BY d."userId"
       ON CONFLICT ("userId", "channel", "slot") DO NOTHING
       RETURNING "id", "userId"
     ), paid AS (
       DELETE FROM "Debt" o USING made
       WHERE o."userId" = made."userId" AND o."channel" = $7::"Channel" AND o."slot" <= $5
       RETURNING made."id", o."notificationId", o."rhythm", o."isFolded"
     ), entered AS (
       INSERT INTO "DeliveryEntry" ("deliveryId", "notificationId", "rhythm", "isFolded")
       SELECT "id", "notificationId", "rhythm", "isFolded" FROM paid ORDER BY 1, 2
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
