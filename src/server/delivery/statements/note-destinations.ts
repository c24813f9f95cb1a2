import { sql, type Queryable } from "@/server/platform/database";

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
