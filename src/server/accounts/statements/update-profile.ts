import { sql, type Queryable } from "@/server/platform/database";
import type { Account } from "./account-row";

type Profile = Pick<Account, "firstName" | "lastName" | "timeZone">;

/** Sets name and time zone; the caller holds the user's lock and plans debts anew where the zone changed. */
export async function updateProfile(tx: Queryable, userId: string, to: Profile, now: Date): Promise<void> {
  await tx.query(
    sql`UPDATE "User" SET "firstName" = ${to.firstName}, "lastName" = ${to.lastName}, "timeZone" = ${to.timeZone}, "updatedAt" = ${now} WHERE "id" = ${userId}`,
  );
}
