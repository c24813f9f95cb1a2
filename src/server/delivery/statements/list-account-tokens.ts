import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({
  id: z.string(),
  email: z.string(),
  registeredAt: z.date(),
  /** What the browser called itself; null where nobody knows. */
  registeredWith: z.string().nullable(),
});

/** Of these e-mail tokens the ones that still open something, with whom each is sent to and how that account was opened. */
export function listAccountTokens(db: Queryable, ids: readonly string[], now: Date) {
  return rows(
    db,
    row,
    sql`SELECT t."id", t."email", u."createdAt" AS "registeredAt", u."registeredWith"
     FROM "EmailToken" t JOIN "User" u ON u."id" = t."userId"
     WHERE t."id" = ANY(${ids}::uuid[]) AND t."expiresAt" > ${now} AND t."usedAt" IS NULL`,
  );
}
