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

/** Notes since when destinations refuse what is sent to them, or that they take it again (null). An account's own has its own standing. */
export async function noteDestinations(
  tx: Queryable,
  ids: readonly string[],
  failedAt: Date | null,
): Promise<void> {
  await tx.query(
    sql`UPDATE "Destination" t SET "failedAt" = ${failedAt}
     FROM (
       SELECT "id" FROM "Destination"
       WHERE "id" = ANY(${ids}::uuid[]) AND "addressHash" IS NOT NULL AND ("failedAt" IS NULL) <> (${failedAt}::timestamptz IS NULL)
       ORDER BY "id" FOR UPDATE
     ) noted
     WHERE t."id" = noted."id"`,
  );
}

/** Forgets destinations that are there no longer; one that is somebody else's by now stays. */
export async function deleteDestinations(
  tx: Queryable,
  gone: readonly { userId: string; destinationId: string }[],
): Promise<void> {
  await tx.query(
    sql`DELETE FROM "Destination" WHERE "id" IN (
       SELECT t."id" FROM "Destination" t
       JOIN unnest(${gone.map(({ destinationId }) => destinationId)}::uuid[], ${gone.map(({ userId }) => userId)}::uuid[]) AS g("id", "userId")
         ON t."id" = g."id" AND t."userId" = g."userId"
       ORDER BY t."id" FOR UPDATE OF t)`,
  );
}

/** Of these destinations those that are the user's, in their order. */
export async function listOwnIds(db: Queryable, userId: string, ids: readonly string[]): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ id: z.string() }),
    sql`SELECT "id" FROM "Destination" WHERE "userId" = ${userId} AND "id" = ANY(${ids}::uuid[]) ORDER BY array_position(${ids}::uuid[], "id")`,
  );
  return found.map(({ id }) => id);
}

/** Writes down that these addresses bounce or complained; answers the ids of the accounts that have them now. */
export async function setEmailStatus(
  tx: Queryable,
  emails: readonly string[],
  status: "bounced" | "complained",
  now: Date,
): Promise<string[]> {
  const found = await rows(
    tx,
    z.object({ id: z.string() }),
    sql`UPDATE "User" SET "emailStatus" = ${status}::"EmailStatus", "updatedAt" = ${now} WHERE "email" = ANY(${emails.map((email) => email.trim().toLowerCase())}::text[]) RETURNING "id"`,
  );
  return found.map(({ id }) => id);
}

/** Switches a user's alert mails off as unsubscribed; a bounce or complaint on record stays. False: no such user. */
export async function unsubscribeUser(tx: Queryable, userId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`UPDATE "User" SET "emailNotifications" = false, "updatedAt" = ${now},
       "emailStatus" = CASE "emailStatus" WHEN 'ok' THEN 'unsubscribed' ELSE "emailStatus" END
     WHERE "id" = ${userId}`,
  );
  return rowCount === 1;
}
