import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({ id: z.string(), endpoint: z.string(), createdAt: z.date() });

export interface NewPushSubscription {
  id: string;
  userId: string;
  sessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Keeps a browser's subscription as this user's, whoever's it was before, and of the user's the newest `most`. The
 * caller holds the user's lock.
 */
export async function savePushSubscription(
  tx: Queryable,
  subscription: NewPushSubscription,
  most: number,
  now: Date,
) {
  const { id, userId, sessionId, endpoint, p256dh, auth } = subscription;
  const [saved] = await rows(
    tx,
    row,
    sql`INSERT INTO "PushSubscription" ("id", "userId", "sessionId", "endpoint", "p256dh", "auth", "createdAt")
     VALUES (${id}, ${userId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${now})
     ON CONFLICT ("endpoint") DO UPDATE
       SET "userId" = ${userId}, "sessionId" = ${sessionId}, "p256dh" = ${p256dh}, "auth" = ${auth}, "createdAt" = ${now}, "failedAt" = NULL
     RETURNING "id", "endpoint", "createdAt"`,
  );
  await tx.query(
    sql`DELETE FROM "PushSubscription" WHERE "userId" = ${userId} AND "id" NOT IN (
       SELECT "id" FROM "PushSubscription" WHERE "userId" = ${userId} ORDER BY "id" = ${saved!.id} DESC, "createdAt" DESC LIMIT ${most})`,
  );
  return saved!;
}
