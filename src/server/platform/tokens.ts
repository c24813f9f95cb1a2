import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/env";

/** The token that a mail carries for the EmailToken row of this id. It is never stored. */
export function emailToken(id: string): string {
  return hmac(`email-token:${id}`).toString("base64url");
}

/** What a token that names an account opens: of one purpose none can be made of another. */
type AccountPurpose = "unsubscribe" | "stop-report" | "decline" | "mute";

/** The id of an account, to mute of one of its keywords, and our signature under it; nothing of it is stored. */
export function accountToken(purpose: AccountPurpose, userId: string): string {
  const id = Buffer.from(userId.replaceAll("-", ""), "hex");
  return `${id.toString("base64url")}${hmac(`${purpose}:${userId}`).toString("base64url")}`;
}

/** Whose token it is, whether or not that is there; null unless we made it for this purpose. */
export function readAccountToken(purpose: AccountPurpose, token: string): string | null {
  if (!/^[\w-]{65}$/.test(token)) return null;
  const hex = Buffer.from(token.slice(0, 22), "base64url").toString("hex");
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isSameText(token, accountToken(purpose, userId)) ? userId : null;
}

/** What is stored of a token. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Compares secrets in constant time, whatever their lengths. */
export function isSameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

export function hmac(text: string): Buffer {
  return createHmac("sha256", env().NEXTAUTH_SECRET).update(text).digest();
}
