import { sql, type Queryable } from "@/server/platform/database";
import type { TokenKind } from "./find-email-token";

/** Ends the time of a user's unused tokens of these kinds; what was not sent of them goes nowhere any more. */
export async function voidEmailTokens(
  tx: Queryable,
  userId: string,
  kinds: readonly TokenKind[],
  now: Date,
): Promise<void> {
  await tx.query(
    sql`UPDATE "EmailToken" SET "expiresAt" = ${now}
     WHERE "userId" = ${userId} AND "kind" = ANY(${kinds}::"TokenKind"[]) AND "usedAt" IS NULL AND "expiresAt" > ${now}`,
  );
}
