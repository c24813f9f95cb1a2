import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { isOwnSql } from "@/server/delivery/statements/channel-sql";
import { rows } from "@/server/platform/rows";

const row = z.object({
  id: z.string(),
  kind: z.enum(["alert", "account"]),
  slot: z.string(),
  status: z.enum(["pending", "frozen", "sent", "failed", "skipped", "unknown"]),
  reason: z.string().nullable(),
  count: z.number(),
  createdAt: z.date(),
  sentAt: z.date().nullable(),
});

/** A user's newest mails. */
export function listDeliveries(db: Queryable, userId: string, most: number) {
  return rows(
    db,
    row,
    sql`SELECT "id", "kind"::text, "slot", "status"::text, "reason", "count", "createdAt", "sentAt" FROM "Delivery"
     WHERE "userId" = ${userId} AND ${isOwnSql(sql`"channel"`)} ORDER BY "createdAt" DESC, "id" DESC LIMIT ${most}`,
  );
}
