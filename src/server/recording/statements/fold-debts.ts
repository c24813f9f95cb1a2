import { sql, type Queryable } from "@/server/platform/database";
import type { ZoneSlots } from "./insert-notifications";

/**
 * Moves the realtime debts of viral watches that no delivery carries yet to the next hourly slot of their users.
 * What is being sealed at this moment goes out anyway.
 */
export async function foldDebts(
  db: Queryable,
  watchIds: readonly string[],
  zones: readonly ZoneSlots[],
): Promise<void> {
  await db.query(
    sql`UPDATE "Debt" d SET "slot" = z.hourly, "rhythm" = 'hourly', "isFolded" = true
     FROM (
       SELECT o."notificationId", u."timeZone"
       FROM "Watch" w
       JOIN "User" u ON u."id" = w."userId"
       JOIN "Debt" o ON o."userId" = w."userId" AND o."rhythm" = 'realtime'
       JOIN "Notification" n ON n."id" = o."notificationId" AND n."watchId" = w."id"
       WHERE w."id" = ANY(${watchIds}::uuid[])
       ORDER BY o."notificationId" FOR UPDATE OF o SKIP LOCKED
     ) owed
     JOIN unnest(${zones.map((zone) => zone.timeZone)}::text[], ${zones.map((zone) => zone.hourly)}::timestamptz[]) AS z("timeZone", hourly) ON z."timeZone" = owed."timeZone"
     WHERE d."notificationId" = owed."notificationId" AND d."rhythm" = 'realtime'`,
  );
}
