import { ownChannel } from "@/channels/own-channel";
import type { Queryable } from "@/server/platform/database";
import { deleteOutboxEntries } from "@/server/delivery/statements/outbox";
import { setEmailStatus } from "@/server/delivery/statements/destinations";

/** Stops alerts to these addresses and drops their outbox entries. The account shows the reason. */
export async function suppressAddresses(
  tx: Queryable,
  emails: readonly string[],
  status: "bounced" | "complained",
  now: Date,
): Promise<void> {
  const userIds = await setEmailStatus(emails, status, now);
  if (userIds.length > 0) await deleteOutboxEntries(tx, ownChannel, userIds);
}
