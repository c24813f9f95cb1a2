import * as z from "zod";
import type { AuthorIdsBySite } from "@/domain/query/authors";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { authorIds } from "@/server/recording/statements/watches";

const dueWatch = z.object({
  id: z.string(),
  userId: z.string(),
  expression: z.string().nullable(),
  authors: authorIds.nullable(),
});
export type DueWatch = z.infer<typeof dueWatch>;

export function listAuthorsDue(db: Queryable, before: Date, max: number): Promise<DueWatch[]> {
  return rows(
    db,
    dueWatch,
    sql`SELECT "id", "userId", "expression", "authors" FROM "Watch"
     WHERE "authorsFetchedAt" < ${before} ORDER BY "authorsFetchedAt" LIMIT ${max}`,
  );
}

export async function recordAuthorsFetched(db: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await db.query(
    sql`UPDATE "Watch" SET "authorsFetchedAt" = ${now} WHERE "id" = ANY(${ids}::uuid[]) AND "authorsFetchedAt" < ${now}`,
  );
}

/** Updates a watch's author ids unless its expression has changed. The caller must have locked the user. */
export async function setAuthors(tx: Queryable, watch: DueWatch, authors: AuthorIdsBySite): Promise<void> {
  await tx.query(
    sql`UPDATE "Watch" SET "authors" = ${JSON.stringify(authors)}::jsonb, "revision" = "revision" + 1
     WHERE "id" = ${watch.id} AND "expression" = ${watch.expression}`,
  );
}
