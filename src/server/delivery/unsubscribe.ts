import { ownChannel } from "@/channels/own-channel";
import { env } from "@/env";
import { prisma, transaction } from "@/server/platform/database";
import { deleteOutboxEntries } from "./statements/outbox";
import { unsubscribeUser } from "./statements/destinations";
import { accountToken, readAccountToken } from "@/server/platform/tokens";

/** The unsubscribe link for the email footer and List-Unsubscribe header. Valid while the account exists. */
export function unsubscribeUrl(userId: string): string {
  return `${env().APP_URL}/api/unsubscribe/${accountToken("unsubscribe", userId)}`;
}

export function stopReportUrl(userId: string): string {
  return `${env().APP_URL}/api/unsubscribe/${accountToken("stop-report", userId)}`;
}

/** The link that mutes a keyword. Valid while the keyword has a watch. */
export function muteUrl(userKeywordId: string): string {
  return `${env().APP_URL}/api/mute/${accountToken("mute", userKeywordId)}`;
}

export function mailsOfToken(token: string): "alerts" | "reports" | null {
  if (readAccountToken("unsubscribe", token) !== null) return "alerts";
  return readAccountToken("stop-report", token) === null ? null : "reports";
}

/** Turns off the weekly report. Returns false if the token is invalid or the account no longer exists. */
export async function stopReport(token: string): Promise<boolean> {
  const id = readAccountToken("stop-report", token);
  if (id === null) return false;
  const { count } = await prisma().user.updateMany({ where: { id }, data: { weeklyReportAt: null } });
  return count === 1;
}

/** Drops outbox entries. Returns false if the token is invalid or the account no longer exists. */
export async function unsubscribe(token: string, now: Date): Promise<boolean> {
  const userId = readAccountToken("unsubscribe", token);
  if (userId === null) return false;
  return transaction(async (tx) => {
    const isThere = await unsubscribeUser(userId, now);
    if (isThere) await deleteOutboxEntries(tx, ownChannel, [userId]);
    return isThere;
  });
}
