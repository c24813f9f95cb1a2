import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
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
  const userIds = drafts.map((draft) => draft.userId);
  const made = await rows(
    db,
    z.object({ userId: z.string() }),
    sql`WITH made AS (
       INSERT INTO "Delivery" ("id", "userId", "channel", "slot", "count", "nextAttemptAt", "createdAt")
       SELECT d."id", d."userId", ${channel}::"Channel", d."slot", d."count", ${now}, ${now}
       FROM unnest(${drafts.map((draft) => draft.id)}::uuid[], ${userIds}::uuid[], ${drafts.map((draft) => draft.slot)}::text[], ${drafts.map((draft) => draft.count)}::int[]) AS d("id", "userId", "slot", "count")
       JOIN (SELECT "id" FROM "User" WHERE "id" = ANY(${userIds}::uuid[]) ORDER BY "id" FOR KEY SHARE) u ON u."id" = d."userId"
       ORDER BY d."userId"
       ON CONFLICT ("userId", "channel", "slot") DO NOTHING
       RETURNING "id", "userId"
     ), paid AS (
       DELETE FROM "Debt" o USING made
       WHERE o."userId" = made."userId" AND o."channel" = ${channel}::"Channel" AND o."slot" <= ${until}
       RETURNING made."id", o."notificationId", o."rhythm", o."isFolded"
     ), entered AS (
       INSERT INTO "DeliveryEntry" ("deliveryId", "notificationId", "rhythm", "isFolded")
       SELECT "id", "notificationId", "rhythm", "isFolded" FROM paid ORDER BY 1, 2
     )
     SELECT "userId" FROM made`,
  );
  return made.map(({ userId }) => userId);
}
