import type { Queryable } from "@/server/database";
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
    `UPDATE "Notification" n SET "mailSlot" = z.hourly, "mailRhythm" = 'hourly', "mailFolded" = true
     FROM (
       SELECT d."id", u."timeZone" FROM "Notification" d JOIN "User" u ON u."id" = d."userId"
       WHERE d."watchId" = ANY($1::uuid[]) AND d."mailRhythm" = 'realtime' AND d."mailSlot" IS NOT NULL AND d."deliveryId" IS NULL
       ORDER BY d."id" FOR UPDATE OF d SKIP LOCKED
     ) owed
     JOIN unnest($2::text[], $3::timestamptz[]) AS z("timeZone", hourly) ON z."timeZone" = owed."timeZone"
     WHERE n."id" = owed."id"`,
    [watchIds, zones.map((zone) => zone.timeZone), zones.map((zone) => zone.hourly)],
  );
}
