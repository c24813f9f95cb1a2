import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** Writes down that these addresses bounce or complained; answers the ids of the accounts that have them now. */
export async function setEmailStatus(
  tx: Queryable,
  emails: readonly string[],
  status: "bounced" | "complained",
  now: Date,
): Promise<string[]> {
  const found = await rows(
    tx,
    z.object({ id: z.string() }),
    sql`UPDATE "User" SET "emailStatus" = ${status}::"EmailStatus", "updatedAt" = ${now} WHERE "email" = ANY(${emails.map((email) => email.trim().toLowerCase())}::text[]) RETURNING "id"`,
  );
  return found.map(({ id }) => id);
}
