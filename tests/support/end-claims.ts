import { pool } from "@/server/platform/database";

/**
 * Expires all leases and retry delays, so work claimed by a killed process or lost connection can be claimed
 * again.
 */
export async function endClaims(): Promise<void> {
  // Clearly in the past: the columns round to milliseconds, up or down.
  const over = `now() - interval '1 second'`;
  await pool().query(`UPDATE "Lease" SET "expiresAt" = ${over}`);
  await pool().query(`UPDATE "PlaceRead" SET "attempts" = 0, "nextAttemptAt" = NULL WHERE "attempts" > 0`);
  await pool().query(`UPDATE "ClosedAccount" SET "nextAttemptAt" = NULL`);
  await pool().query(`UPDATE "Item" SET "renderAt" = ${over} WHERE "renderAt" IS NOT NULL`);
  await pool().query(
    `UPDATE "Delivery" SET "leaseUntil" = NULL, "nextAttemptAt" = ${over} WHERE "status" IN ('pending', 'frozen')`,
  );
}

/** Ends the delays that follow a message. */
export async function endWindows(): Promise<void> {
  await pool().query(
    `UPDATE "Delivery" SET "createdAt" = "createdAt" - interval '1 hour' WHERE "status" IN ('sent', 'unknown') AND "createdAt" > now() - interval '1 hour'`,
  );
  await pool().query(`UPDATE "OutboxEntry" SET "dueAt" = now() - interval '1 second' WHERE "isDeferred"`);
}
