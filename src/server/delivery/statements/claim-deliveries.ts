import { z } from "zod";
import type { ChannelName } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import { reachableSql } from "./reachable-sql";
import { rows } from "@/server/platform/rows";

/** What messages are about: what was matched, or the account itself. */
export type MessageKind = "alert" | "account";

const row = z.object({
  id: z.string(),
  userId: z.string(),
  slot: z.string(),
  template: z.string().nullable(),
  attempts: z.number(),
  fence: z.coerce.bigint(),
  createdAt: z.date(),
  email: z.string(),
  timeZone: z.string(),
  emailStatus: z.enum(["ok", "bounced", "complained", "unsubscribed"]),
  /** The account may be alerted there. */
  isReachable: z.boolean(),
  /** Its destination has not gone. */
  isThere: z.boolean(),
});
export type ClaimedDelivery = z.infer<typeof row>;

/**
 * Takes up to `most` due deliveries of a channel that have no message yet, longest waiting first; nobody else gets
 * them until the lease ends, and whoever had them before is fenced off. What a closed account has left waits to be removed.
 */
export async function claimDeliveries(
  db: Queryable,
  q: { channel: ChannelName; kind: MessageKind; most: number; now: Date; leaseUntil: Date },
): Promise<ClaimedDelivery[]> {
  const claimed = await rows(
    db,
    row,
    sql`UPDATE "Delivery" d SET "leaseUntil" = ${q.leaseUntil}, "fence" = d."fence" + 1
     FROM (
       SELECT d."id" FROM "Delivery" d JOIN "User" u ON u."id" = d."userId"
       WHERE d."status" = 'pending' AND d."channel" = ${q.channel}::"Channel" AND d."kind" = ${q.kind}::"MessageKind"
         AND d."nextAttemptAt" <= ${q.now} AND (d."leaseUntil" IS NULL OR d."leaseUntil" <= ${q.now})
       ORDER BY d."nextAttemptAt" LIMIT ${q.most}
       FOR UPDATE OF d SKIP LOCKED
     ) due, "User" u
     WHERE d."id" = due."id" AND u."id" = d."userId"
     RETURNING d."id", d."userId", d."slot", d."template", d."attempts", d."fence", d."createdAt", u."email", u."timeZone",
       u."emailStatus", ${reachableSql(sql`d."channel"`)} AS "isReachable",
       EXISTS (SELECT FROM "Destination" t WHERE t."id" = d."destinationId" AND t."userId" = d."userId") AS "isThere"`,
  );
  return claimed.sort((one, other) => (one.id < other.id ? -1 : 1));
}
