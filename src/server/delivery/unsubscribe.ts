import { ownChannel } from "@/channels/own-channel";
import { env } from "@/env";
import { prisma, transaction } from "@/server/platform/database";
import { clearDebts } from "./statements/debts";
import { unsubscribeUser } from "./statements/destinations";
import { accountToken, readAccountToken } from "@/server/platform/tokens";

/** Where a mail's foot and its List-Unsubscribe header lead; it works as long as the account is there. */
export function unsubscribeUrl(userId: string): string {
  return `${env().APP_URL}/api/unsubscribe/${accountToken("unsubscribe", userId)}`;
}

/** The same in a week's report, which it stops alone. */
export function stopReportUrl(userId: string): string {
  return `${env().APP_URL}/api/unsubscribe/${accountToken("stop-report", userId)}`;
}

/** Where a mail leads to mute a keyword; it works as long as somebody watches for it. */
export function muteUrl(userKeywordId: string): string {
  return `${env().APP_URL}/api/mute/${accountToken("mute", userKeywordId)}`;
}

/** Of which mails a token ends the getting; null: it is none of ours. */
export function mailsOfToken(token: string): "alerts" | "reports" | null {
  if (readAccountToken("unsubscribe", token) !== null) return "alerts";
  return readAccountToken("stop-report", token) === null ? null : "reports";
}

/** Plans no weekly report any more; false where the token is none of ours or the account is gone. */
export async function stopReport(token: string): Promise<boolean> {
  const id = readAccountToken("stop-report", token);
  if (id === null) return false;
  const { count } = await prisma().user.updateMany({ where: { id }, data: { weeklyReportAt: null } });
  return count === 1;
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
