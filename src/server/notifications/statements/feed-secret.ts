import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { pendingMark, pendingMarksSql } from "@/server/clips/statements/pending-mark-sql";
import { rows } from "@/server/platform/rows";

/** Gives the user's feed a new secret, of which the hash is kept; null closes it. */
export async function setFeedSecret(db: Queryable, userId: string, hash: string | null): Promise<void> {
  await db.query(sql`UPDATE "User" SET "feedSecretHash" = ${hash} WHERE "id" = ${userId}`);
}

/** Whether the user's feed has a secret. */
export async function hasFeedSecret(db: Queryable, userId: string): Promise<boolean> {
  const found = await rows(
    db,
    z.object({ isOpen: z.boolean() }),
    sql`SELECT "feedSecretHash" IS NOT NULL AS "isOpen" FROM "User" WHERE "id" = ${userId}`,
  );
  return found[0]?.isOpen ?? false;
}

const owner = z.object({ id: z.string(), createdAt: z.date(), pendingMarks: z.array(pendingMark) });

/** Whose feed a secret opens, null when nobody's. */
export async function findFeedOwner(db: Queryable, hash: string) {
  const found = await rows(
    db,
    owner,
    sql`SELECT u."id", u."createdAt", ${pendingMarksSql} AS "pendingMarks" FROM "User" u WHERE u."feedSecretHash" = ${hash}`,
  );
  return found[0] ?? null;
}
