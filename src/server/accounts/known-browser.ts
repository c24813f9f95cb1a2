import { hmac, isSameText } from "@/server/platform/tokens";
import { getCookie, setCookie } from "@/server/platform/cookies";

/** 400 days, the maximum that browsers allow. */
const lifetimeSeconds = 400 * 24 * 60 * 60;
const form = /^([\w-]{1,64})\.([\w-]{43})$/;

/** One cookie per email address, so users who share a browser don't overwrite each other's. */
function nameOf(email: string): string {
  return `earshot-device-${hmac(`device-name:${email}`).toString("hex").slice(0, 12)}`;
}

/** Depends on the password, so a new password invalidates all existing cookies. */
function getSignature(email: string, id: string, passwordHash: string): string {
  return hmac(`device:${email}:${id}:${passwordHash}`).toString("base64url");
}

/** True if the browser sends a cookie for this address. Doesn't check the signature. */
export function claimsKnownBrowser(request: Request, email: string): boolean {
  return form.test(getCookie(request, nameOf(email)) ?? "");
}

/** Returns the id of a browser that signed in to this address with its current password, otherwise null. */
export function readKnownBrowser(request: Request, email: string, passwordHash: string): string | null {
  const [, id, signature] = form.exec(getCookie(request, nameOf(email)) ?? "") ?? [];
  if (id === undefined || signature === undefined) return null;
  return isSameText(signature, getSignature(email, id, passwordHash)) ? id : null;
}

export function knownBrowserCookie(email: string, id: string, passwordHash: string): string {
  const value = `${id}.${getSignature(email, id, passwordHash)}`;
  return setCookie({
    name: nameOf(email),
    value,
    maxAgeSeconds: lifetimeSeconds,
    path: "/api/auth/login",
  });
}
