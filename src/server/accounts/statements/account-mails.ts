import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import type { TokenKind } from "@/generated/prisma/enums";
import { rows } from "@/server/platform/rows";

export interface NewEmailToken {
  id: string;
  userId: string;
  kind: TokenKind;
  tokenHash: string;
  email: string;
  expiresAt: Date;
}

/** Returns false at the hourly limit; notices count separately. The caller must have locked the user. */
export async function insertEmailToken(
  tx: Queryable,
  token: NewEmailToken,
  hourlyLimit: number,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`INSERT INTO "EmailToken" ("id", "userId", "kind", "tokenHash", "email", "createdAt", "expiresAt")
     SELECT ${token.id}::uuid, ${token.userId}::uuid, ${token.kind}::"TokenKind", ${token.tokenHash}::text, ${token.email}::text, ${now}::timestamptz, ${token.expiresAt}::timestamptz
     WHERE (SELECT count(*) FROM "EmailToken"
            WHERE "userId" = ${token.userId} AND "createdAt" > ${now}::timestamptz - interval '1 hour'
              AND ("kind" = 'notice') = (${token.kind}::text = 'notice')) < ${hourlyLimit}`,
  );
  return rowCount === 1;
}

export async function findPendingEmail(db: Queryable, userId: string, now: Date): Promise<string | null> {
  const [found] = await rows(
    db,
    z.object({ email: z.string() }),
    sql`SELECT "email" FROM "EmailToken"
     WHERE "userId" = ${userId} AND "kind" = 'email' AND "usedAt" IS NULL AND "expiresAt" > ${now}
     ORDER BY "createdAt" DESC LIMIT 1`,
  );
  return found?.email ?? null;
}

/** Returns false if it was used or has expired; only one of several parallel requests gets true. */
export async function spendEmailToken(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`UPDATE "EmailToken" SET "usedAt" = ${now} WHERE "id" = ${id} AND "usedAt" IS NULL AND "expiresAt" > ${now}`,
  );
  return rowCount === 1;
}

/** Expires a user's unused tokens of a kind. Unsent emails with these tokens are dropped. */
export async function voidEmailTokens(
  tx: Queryable,
  userId: string,
  kind: TokenKind,
  now: Date,
): Promise<void> {
  await tx.query(
    sql`UPDATE "EmailToken" SET "expiresAt" = ${now}
     WHERE "userId" = ${userId} AND "kind" = ${kind}::"TokenKind" AND "usedAt" IS NULL AND "expiresAt" > ${now}`,
  );
}

/** Queries that count a user's emails by kind. */
const emailsByKind = {
  account: (userId: string) =>
    sql`SELECT "createdAt" FROM "EmailToken" WHERE "userId" = ${userId} AND "kind" <> 'notice'`,
  test: (userId: string) =>
    sql`SELECT "createdAt" FROM "Delivery" WHERE "userId" = ${userId} AND "template" = 'test'`,
} as const;

/** Returns the seconds until the user can get another email of this kind (`hourlyLimit` per hour), or 0. */
export async function findMailWait(
  db: Queryable,
  kind: keyof typeof emailsByKind,
  q: { userId: string; hourlyLimit: number; now: Date },
): Promise<number> {
  const [last] = await rows(
    db,
    z.object({ seconds: z.number() }),
    sql`SELECT ceil(extract(epoch FROM m."createdAt" + interval '1 hour' - ${q.now}::timestamptz))::int AS "seconds"
     FROM (${emailsByKind[kind](q.userId)} ORDER BY "createdAt" DESC OFFSET ${q.hourlyLimit}::int - 1 LIMIT 1) m`,
  );
  return Math.max(0, last?.seconds ?? 0);
}
