import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { isOpenSql } from "./closed-accounts";
import { saidChannelSql } from "./said-channel-sql";
import { rows } from "@/server/platform/rows";

const row = z.object({
  id: z.string(),
  userId: z.string(),
  channel: z.string(),
  slot: z.string(),
  status: z.enum(["failed", "unknown"]),
  reason: z.string().nullable(),
  createdAt: z.date(),
});

/** The newest deliveries that ended without being sent for sure. */
export function listStuckDeliveries(db: Queryable, most: number) {
  return rows(
    db,
    row,
    sql`SELECT "id", "userId", ${saidChannelSql} AS "channel", "slot", "status", "reason", "createdAt" FROM "Delivery" d
     WHERE "status" IN ('failed', 'unknown') AND ${isOpenSql("d")} ORDER BY "createdAt" DESC LIMIT ${most}`,
  );
}
