import type { Queryable } from "@/server/platform/database";
import type { Account } from "./account-row";

type Profile = Pick<Account, "firstName" | "lastName" | "timeZone">;

/** Sets name and time zone; the caller holds the user's lock and plans debts anew where the zone changed. */
export async function updateProfile(tx: Queryable, userId: string, to: Profile, now: Date): Promise<void> {
  await tx.query(
    `UPDATE "User" SET "firstName" = $2, "lastName" = $3, "timeZone" = $4, "updatedAt" = $5 WHERE "id" = $1`,
    [userId, to.firstName, to.lastName, to.timeZone, now],
  );
}
