import { z } from "zod";
import type { Queryable } from "@/server/database";
import { rows } from "./rows";

const row = z.object({ id: z.string(), email: z.string() });

/** Of these e-mail tokens the ones that still open something, with whom each is sent to. */
export function listAccountTokens(db: Queryable, ids: readonly string[], now: Date) {
  return rows(
    db,
    row,
    `SELECT "id", "email" FROM "EmailToken" WHERE "id" = ANY($1::uuid[]) AND "expiresAt" > $2 AND "usedAt" IS NULL`,
    [ids, now],
  );
}
