import { ownChannel } from "@/channels/own-channel";
import type { Queryable } from "@/server/platform/database";
import { clearDebts } from "@/server/delivery/statements/debts";
import { setEmailStatus } from "@/server/delivery/statements/destinations";

/** No alert goes to these addresses any more, and nothing more is owed to them; the account shows why. */
export async function suppressAddresses(
  tx: Queryable,
  emails: readonly string[],
  status: "bounced" | "complained",
  now: Date,
): Promise<void> {
  const userIds = await setEmailStatus(tx, emails, status, now);
  if (userIds.length > 0) await clearDebts(tx, ownChannel, userIds);
}
