import { env } from "@/env";
import type { Queryable } from "@/server/platform/database";
import { hmac, isSameText } from "@/server/platform/tokens";
import { getMailbox } from "./mailbox";
import { countRecipient, refuseRecipient } from "./statements/recipients";

/** Counts one more email to an unconfirmed address. Returns false if it can't be sent. */
export function allowsEmail(tx: Queryable, address: string, now: Date): Promise<boolean> {
  return countRecipient(tx, recipientHash(address), now);
}

export function refuseEmail(address: string, now: Date): Promise<void> {
  return refuseRecipient(recipientHash(address), now);
}

/** The link "Don't email this address again". It contains the address's keyed hash, not the address. */
export function refusalUrl(address: string): string {
  return `${env().APP_URL}/api/auth/no-email/${refusalToken(recipientHash(address))}`;
}

/** Handles the link's button. Returns false if the token is invalid. */
export async function refuseByToken(token: string, now: Date): Promise<boolean> {
  const hash = hashOfToken(token);
  if (hash === null) return false;
  await refuseRecipient(hash, now);
  return true;
}

/** Returns the keyed hash in a token, or null if we didn't sign it. */
export function hashOfToken(token: string): string | null {
  const hash = token.slice(0, hashLength);
  return isSameText(token, refusalToken(hash)) ? hash : null;
}

const hashLength = 43;

function refusalToken(hash: string): string {
  return `${hash}${hmac(`no-email:${hash}`).toString("base64url")}`;
}

function recipientHash(address: string): string {
  return hmac(`recipient:${getMailbox(address)}`).toString("base64url");
}
