import { sql, type Queryable } from "@/server/platform/database";
import type { AccountTemplate } from "@/server/delivery/emails/account-mail";

/** An account mail to be sent as soon as can be; a token has one for ever. */
export async function insertAccountDelivery(
  tx: Queryable,
  mail: { id: string; userId: string; template: AccountTemplate; tokenId: string; now: Date },
): Promise<void> {
  await tx.query(
    sql`INSERT INTO "Delivery" ("id", "userId", "channel", "slot", "template", "nextAttemptAt", "createdAt")
     VALUES (${mail.id}, ${mail.userId}, 'account', ${mail.tokenId}, ${mail.template}, ${mail.now}, ${mail.now})
     ON CONFLICT ("userId", "channel", "slot") DO NOTHING`,
  );
}
