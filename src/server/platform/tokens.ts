import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/env";

/** The token in an email link, derived from the id of the EmailToken row. Never stored. */
export function emailToken(id: string): string {
  return hmac(`email-token:${id}`).toString("base64url");
}

/** Purposes of account tokens. A token for one purpose isn't valid for another. */
type AccountPurpose = "unsubscribe" | "stop-report" | "decline" | "mute";

/** Returns the account's id (or the keyword's id, to mute it) with our signature. The token isn't stored. */
export function accountToken(purpose: AccountPurpose, userId: string): string {
  const id = Buffer.from(userId.replaceAll("-", ""), "hex");
  return `${id.toString("base64url")}${hmac(`${purpose}:${userId}`).toString("base64url")}`;
}

/** The id might no longer exist. Null if we didn't sign the token for this purpose. */
export function readAccountToken(purpose: AccountPurpose, token: string): string | null {
  if (!/^[\w-]{65}$/.test(token)) return null;
  const hex = Buffer.from(token.slice(0, 22), "base64url").toString("hex");
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isSameText(token, accountToken(purpose, userId)) ? userId : null;
}

export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Compares secrets in constant time, even if their lengths differ. */
export function isSameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

export function hmac(text: string): Buffer {
  return createHmac("sha256", env().NEXTAUTH_SECRET).update(text).digest();
}
