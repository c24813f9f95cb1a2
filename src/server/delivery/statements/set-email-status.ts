import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
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
    `UPDATE "User" SET "emailStatus" = $2::"EmailStatus", "updatedAt" = $3 WHERE "email" = ANY($1::text[]) RETURNING "id"`,
    [emails.map((email) => email.trim().toLowerCase()), status, now],
  );
  return found.map(({ id }) => id);
}
