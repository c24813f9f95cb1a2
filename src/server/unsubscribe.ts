import { createHmac } from "node:crypto";
import { env } from "@/env";
import { transaction } from "./database";
import { clearDebts } from "./sql/clear-debts";
import { unsubscribeUser } from "./sql/unsubscribe-user";
import { isSameText } from "./tokens";

/** The user's id and our signature under it; it works as long as the account is there. */
export function unsubscribeToken(userId: string): string {
  const id = Buffer.from(userId.replaceAll("-", ""), "hex");
  return `${id.toString("base64url")}${signature(userId)}`;
}

/** Where a mail's foot and its List-Unsubscribe header lead. */
export function unsubscribeUrl(userId: string): string {
  return `${env().APP_URL}/api/unsubscribe/${unsubscribeToken(userId)}`;
}

/** Whose token it is; null unless we made it. */
export function readUnsubscribeToken(token: string): string | null {
  if (!/^[\w-]{65}$/.test(token)) return null;
  const hex = Buffer.from(token.slice(0, 22), "base64url").toString("hex");
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isSameText(token, unsubscribeToken(userId)) ? userId : null;
}

/** Switches alert mails off and drops what is owed; false where the token is none of ours or the account is gone. */
export async function unsubscribe(token: string, now: Date): Promise<boolean> {
  const userId = readUnsubscribeToken(token);
  if (userId === null) return false;
  return transaction(async (tx) => {
    const isThere = await unsubscribeUser(tx, userId, now);
    if (isThere) await clearDebts(tx, "email", [userId]);
    return isThere;
  });
}

function signature(userId: string): string {
  return createHmac("sha256", env().NEXTAUTH_SECRET).update(`unsubscribe:${userId}`).digest("base64url");
}
