import { sql, type Queryable } from "@/server/platform/database";
import type { Account } from "./account-row";

type MailSettings = Pick<Account, "emailNotifications" | "emailFrequency" | "emailStatus">;

/** Sets what of an account decides whether and when it is mailed; the caller holds its lock and plans debts anew. */
export async function updateMailSettings(
  tx: Queryable,
  userId: string,
  to: MailSettings,
  now: Date,
): Promise<void> {
  await tx.query(
    sql`UPDATE "User" SET "emailNotifications" = ${to.emailNotifications}, "emailFrequency" = ${to.emailFrequency}::"Frequency",
       "emailStatus" = ${to.emailStatus}::"EmailStatus", "updatedAt" = ${now} WHERE "id" = ${userId}`,
  );
}
