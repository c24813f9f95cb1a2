import { z } from "zod";
import type { ChannelName } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** Deletes a channel's destination by the hashes of its address, with `userId` only where it is theirs; null: there was none. */
export async function deleteDestination(
  db: Queryable,
  q: { channel: ChannelName; hashes: readonly string[]; userId: string | null },
): Promise<{ id: string; userId: string } | null> {
  const [gone] = await rows(
    db,
    z.object({ id: z.string(), userId: z.string() }),
    sql`DELETE FROM "Destination"
     WHERE "channel" = ${q.channel}::"Channel" AND "addressHash" = ANY(${q.hashes}::text[])
       AND (${q.userId}::uuid IS NULL OR "userId" = ${q.userId})
     RETURNING "id", "userId"`,
  );
  return gone ?? null;
}

export interface SealedDestination {
  id: string;
  channel: ChannelName;
  userId: string;
  sessionId: string;
  addressSealed: string;
  addressHash: string;
  secretSealed: string;
}

/**
 * Keeps a destination. Where somebody else's of this address was made a moment ago it gives way, with its id: what is sealed
 * opens for no other.
 */
export async function insertDestination(tx: Queryable, made: SealedDestination, now: Date): Promise<void> {
  await tx.query(
    sql`INSERT INTO "Destination" ("id", "userId", "channel", "addressSealed", "addressHash", "secretSealed", "sessionId", "createdAt")
     VALUES (${made.id}, ${made.userId}, ${made.channel}::"Channel", ${made.addressSealed}, ${made.addressHash}, ${made.secretSealed}, ${made.sessionId}, ${now})
     ON CONFLICT ("channel", "addressHash") DO UPDATE
       SET "id" = EXCLUDED."id", "userId" = EXCLUDED."userId", "addressSealed" = EXCLUDED."addressSealed",
         "secretSealed" = EXCLUDED."secretSealed", "sessionId" = EXCLUDED."sessionId", "createdAt" = EXCLUDED."createdAt", "failedAt" = NULL`,
  );
}

/** Of a user's destinations on a channel leaves the newest `most`, this one among them. */
export async function deleteSurplus(
  tx: Queryable,
  q: { id: string; userId: string; channel: ChannelName; most: number },
): Promise<void> {
  await tx.query(
    sql`DELETE FROM "Destination" WHERE "id" IN (
       SELECT "id" FROM "Destination" WHERE "userId" = ${q.userId} AND "channel" = ${q.channel}::"Channel"
       ORDER BY "id" = ${q.id} DESC, "createdAt" DESC OFFSET ${q.most})`,
  );
}
