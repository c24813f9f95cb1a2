import { z } from "zod";
import type { ChannelName } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

export interface DeliveryDraft {
  id: string;
  userId: string;
  destinationId: string;
  /** ISO time with milliseconds. */
  slot: string;
  count: number;
}

/**
 * Makes one delivery per draft and moves what is owed up to `until` into the deliveries of its user, in one statement. A user of
 * whose destinations one had this slot sealed before is left as they are: a debt is paid to all of them or to none. Answers
 * the users of what was made, each as often as a delivery was.
 */
export async function sealDebts(
  db: Queryable,
  channel: ChannelName,
  drafts: readonly DeliveryDraft[],
  until: Date,
  now: Date,
): Promise<string[]> {
  const userIds = drafts.map((draft) => draft.userId);
  const made = await rows(
    db,
    z.object({ userId: z.string() }),
    sql`WITH draft AS MATERIALIZED (
       SELECT d.* FROM unnest(
           ${drafts.map((draft) => draft.id)}::uuid[], ${userIds}::uuid[], ${drafts.map((draft) => draft.destinationId)}::uuid[],
           ${drafts.map((draft) => draft.slot)}::text[], ${drafts.map((draft) => draft.count)}::int[]
         ) AS d("id", "userId", "destinationId", "slot", "count")
       JOIN (SELECT "id" FROM "User" WHERE "id" = ANY(${userIds}::uuid[]) ORDER BY "id" FOR KEY SHARE) u ON u."id" = d."userId"
     ), taken AS (
       SELECT d."userId" FROM draft d JOIN "Delivery" e ON e."destinationId" = d."destinationId" AND e."slot" = d."slot"
     ), made AS (
       INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "slot", "count", "nextAttemptAt", "createdAt")
       SELECT d."id", d."userId", d."destinationId", ${channel}::"Channel", d."slot", d."count", ${now}, ${now}
       FROM draft d WHERE d."userId" NOT IN (SELECT "userId" FROM taken)
       ORDER BY d."userId", d."destinationId"
       ON CONFLICT ("destinationId", "slot") DO NOTHING
       RETURNING "id", "userId"
     ), paid AS (
       DELETE FROM "Debt" o USING (SELECT DISTINCT "userId" FROM made) m
       WHERE o."userId" = m."userId" AND o."channel" = ${channel}::"Channel" AND o."slot" <= ${until}
       RETURNING o."userId", o."notificationId", o."rhythm", o."isFolded"
     ), entered AS (
       INSERT INTO "DeliveryEntry" ("deliveryId", "notificationId", "rhythm", "isFolded")
       SELECT made."id", p."notificationId", p."rhythm", p."isFolded" FROM paid p JOIN made ON made."userId" = p."userId"
       ORDER BY 1, 2
     )
     SELECT "userId" FROM made`,
  );
  return made.map(({ userId }) => userId);
}
