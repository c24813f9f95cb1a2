import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { digestSchedule } from "./policies";

const mutable = digestSchedule.extend({ userId: z.string(), keyword: z.string(), keywordFolded: z.string() });

/** A keyword by its id, as long as a watch has it, and the digests of its user; else null. */
export async function findMutable(db: Queryable, userKeywordId: string) {
  const [found] = await rows(
    db,
    mutable,
    sql`SELECT k."userId", k."keyword", k."keywordFolded", u."timeZone", u."digestHour", u."digestDays"
     FROM "UserKeyword" k JOIN "User" u ON u."id" = k."userId"
     WHERE k."id" = ${userKeywordId} AND EXISTS (
       SELECT FROM "Watch" w WHERE w."userId" = k."userId" AND w."keywordFolded" = k."keywordFolded")`,
  );
  return found ?? null;
}

/** Mutes a user's watches of a keyword; one that is muted for longer stays so. The caller plans debts anew. */
export async function muteWatches(
  tx: Queryable,
  q: { userId: string; keywordFolded: string; until: Date; now: Date },
): Promise<void> {
  await tx.query(
    sql`UPDATE "Watch" SET "mutedUntil" = greatest("mutedUntil", ${q.until}), "updatedAt" = ${q.now}
     WHERE "userId" = ${q.userId} AND "keywordFolded" = ${q.keywordFolded}`,
  );
}
