import { ownChannel } from "@/channels/own-channel";
import { env } from "@/env";
import { transaction } from "@/server/platform/database";
import { clearDebts } from "./statements/debts";
import { unsubscribeUser } from "./statements/destinations";
import { accountToken, readAccountToken } from "@/server/platform/tokens";

/** Where a mail's foot and its List-Unsubscribe header lead; it works as long as the account is there. */
export function unsubscribeUrl(userId: string): string {
  return `${env().APP_URL}/api/unsubscribe/${accountToken("unsubscribe", userId)}`;
}

/** Where a mail leads to mute a keyword; it works as long as somebody watches for it. */
export function muteUrl(userKeywordId: string): string {
  return `${env().APP_URL}/api/mute/${accountToken("mute", userKeywordId)}`;
}

/** Switches alert mails off and drops what is owed; false where the token is none of ours or the account is gone. */
export async function unsubscribe(token: string, now: Date): Promise<boolean> {
  const userId = readAccountToken("unsubscribe", token);
  if (userId === null) return false;
  return transaction(async (tx) => {
    const isThere = await unsubscribeUser(tx, userId, now);
    if (isThere) await clearDebts(tx, ownChannel, [userId]);
    return isThere;
  });
}
