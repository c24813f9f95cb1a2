import * as z from "zod";
import { sql, transaction, pool } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** A deleted notification can be restored for a minute, which needs its group. */
const restorable = sql`interval '1 hour'`;

const isUnused = (now: Date) => sql`NOT EXISTS (
    SELECT FROM "Watch" w WHERE w."userId" = k."userId" AND w."keywordFolded" = k."keywordFolded")
  AND NOT EXISTS (
    SELECT FROM "Notification" n WHERE n."userKeywordId" = k."id" AND n."deletedAt" IS NULL AND n."leadId" IS NULL)
  AND NOT EXISTS (
    SELECT FROM "Notification" n WHERE n."userId" = k."userId" AND n."userKeywordId" = k."id"
      AND (n."deletedAt" IS NOT NULL OR n."leadId" IS NOT NULL) AND n."deletedAt" > ${now}::timestamptz - ${restorable})`;

const keywordRow = z.object({ id: z.string(), userId: z.string(), isUnused: z.boolean() });
const firstId = "00000000-0000-0000-0000-000000000000";

/** Each call checks and counts the next `max` keywords and deletes the unused ones. */
export function keywordRemoval(max: number, now: Date): () => Promise<number> {
  let after = firstId;
  return async () => {
    const found = await rows(
      pool(),
      keywordRow,
      sql`SELECT k."id", k."userId", ${isUnused(now)} AS "isUnused" FROM (
         SELECT * FROM "UserKeyword" WHERE "id" > ${after} ORDER BY "id" LIMIT ${max}) k ORDER BY k."id"`,
    );
    after = found.at(-1)?.id ?? after;
    const unused = found.filter((keyword) => keyword.isUnused);
    if (unused.length > 0) await deleteUnused(unused, now);
    return found.length;
  };
}

/** Locks users first, separately: concurrent recordings and updates are visible or wait. Skips locked. */
async function deleteUnused(keywords: readonly { id: string; userId: string }[], now: Date): Promise<void> {
  const userIds = [...new Set(keywords.map(({ userId }) => userId))].sort();
  await transaction(async (tx) => {
    const locked = await rows(
      tx,
      z.object({ id: z.string() }),
      sql`SELECT "id" FROM "User" WHERE "id" = ANY(${userIds}::uuid[]) ORDER BY "id" FOR UPDATE SKIP LOCKED`,
    );
    await tx.query(
      sql`DELETE FROM "UserKeyword" k WHERE k."id" = ANY(${keywords.map(({ id }) => id)}::uuid[])
         AND k."userId" = ANY(${locked.map(({ id }) => id)}::uuid[]) AND ${isUnused(now)}`,
    );
  });
}
