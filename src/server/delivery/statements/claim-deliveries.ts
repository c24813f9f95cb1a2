import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { mailableSql } from "./mail-rhythm-sql";
import { rows } from "@/server/platform/rows";

export type MailChannel = "email" | "account";
export type Channel = MailChannel | "push";

const row = z.object({
  id: z.string(),
  userId: z.string(),
  slot: z.string(),
  template: z.string().nullable(),
  attempts: z.number(),
  fence: z.coerce.bigint(),
  email: z.string(),
  timeZone: z.string(),
  emailStatus: z.enum(["ok", "bounced", "complained", "unsubscribed"]),
  isMailable: z.boolean(),
});
export type ClaimedDelivery = z.infer<typeof row>;

/**
 * Takes up to `most` due deliveries of a channel that have no message yet, longest waiting first; nobody else gets
 * them until the lease ends, and whoever had them before is fenced off. What a closed account has left waits to be removed.
 */
export async function claimDeliveries(
  db: Queryable,
  q: { channel: Channel; most: number; now: Date; leaseUntil: Date },
): Promise<ClaimedDelivery[]> {
  const claimed = await rows(
    db,
    row,
    sql`UPDATE "Delivery" d SET "leaseUntil" = ${q.leaseUntil}, "fence" = d."fence" + 1
     FROM (
       SELECT d."id" FROM "Delivery" d JOIN "User" u ON u."id" = d."userId"
       WHERE d."status" = 'pending' AND d."channel" = ${q.channel}::"Channel" AND d."nextAttemptAt" <= ${q.now}
         AND (d."leaseUntil" IS NULL OR d."leaseUntil" <= ${q.now})
       ORDER BY d."nextAttemptAt" LIMIT ${q.most}
       FOR UPDATE OF d SKIP LOCKED
     ) due, "User" u
     WHERE d."id" = due."id" AND u."id" = d."userId"
     RETURNING d."id", d."userId", d."slot", d."template", d."attempts", d."fence", u."email", u."timeZone",
       u."emailStatus", ${mailableSql} AS "isMailable"`,
  );
  return claimed.sort((one, other) => (one.id < other.id ? -1 : 1));
}
