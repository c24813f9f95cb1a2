import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
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
    `INSERT INTO "PushSubscription" ("id", "userId", "sessionId", "endpoint", "p256dh", "auth", "createdAt")
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT ("endpoint") DO UPDATE
       SET "userId" = $2, "sessionId" = $3, "p256dh" = $5, "auth" = $6, "createdAt" = $7, "failedAt" = NULL
     RETURNING "id", "endpoint", "createdAt"`,
    [id, userId, sessionId, endpoint, p256dh, auth, now],
  );
  await tx.query(
    `DELETE FROM "PushSubscription" WHERE "userId" = $1 AND "id" NOT IN (
       SELECT "id" FROM "PushSubscription" WHERE "userId" = $1 ORDER BY "id" = $3 DESC, "createdAt" DESC LIMIT $2)`,
    [userId, most, saved!.id],
  );
  return saved!;
}
