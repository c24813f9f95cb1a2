import type { Queryable } from "@/server/platform/database";
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
    `UPDATE "User" SET "emailNotifications" = $2, "emailFrequency" = $3::"Frequency",
       "emailStatus" = $4::"EmailStatus", "updatedAt" = $5 WHERE "id" = $1`,
    [userId, to.emailNotifications, to.emailFrequency, to.emailStatus, now],
  );
}
