import { z } from "zod";
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

/** Watches whose authors were last asked for before `before`, longest ago first. */
export function listAuthorsDue(db: Queryable, before: Date, most: number): Promise<DueWatch[]> {
  return rows(
    db,
    dueWatch,
    sql`SELECT "id", "userId", "expression", "authors" FROM "Watch"
     WHERE "authorsAskedAt" < ${before} ORDER BY "authorsAskedAt" LIMIT ${most}`,
  );
}

/** That their sites were asked. */
export async function noteAuthorsAsked(db: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await db.query(
    sql`UPDATE "Watch" SET "authorsAskedAt" = ${now} WHERE "id" = ANY(${ids}::uuid[]) AND "authorsAskedAt" < ${now}`,
  );
}

/** Whom a watch's names mean from now on, unless it looks for something else meanwhile. The caller holds the user's lock. */
export async function setAuthors(tx: Queryable, watch: DueWatch, authors: AuthorIdsBySite): Promise<void> {
  await tx.query(
    sql`UPDATE "Watch" SET "authors" = ${JSON.stringify(authors)}::jsonb, "revision" = "revision" + 1
     WHERE "id" = ${watch.id} AND "expression" = ${watch.expression}`,
  );
}
