import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({
  id: z.string(),
  userId: z.string(),
  kind: z.enum(["verify", "reset", "email", "notice"]),
  email: z.string(),
  usedAt: z.date().nullable(),
});
export type EmailTokenRow = z.infer<typeof row>;
export type TokenKind = EmailTokenRow["kind"];

/** The e-mail token of this hash, used or not, null when there is none or its time is over. */
export async function findEmailToken(
  db: Queryable,
  tokenHash: string,
  now: Date,
): Promise<EmailTokenRow | null> {
  const found = await rows(
    db,
    row,
    sql`SELECT "id", "userId", "kind"::text, "email", "usedAt" FROM "EmailToken" WHERE "tokenHash" = ${tokenHash} AND "expiresAt" > ${now}`,
  );
  return found[0] ?? null;
}
