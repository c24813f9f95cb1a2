import { hmac, isSameText } from "@/server/platform/tokens";
import { cookieOf, setCookie } from "@/server/platform/cookies";

/** 400 days: browsers keep no cookie longer. */
const lifetimeSeconds = 400 * 24 * 60 * 60;
const form = /^([\w-]{1,64})\.([\w-]{43})$/;

/** One cookie an address, so that people who share a browser keep theirs; bound to it, so that nobody's opens another's. */
function nameOf(email: string): string {
  return `earshot-device-${hmac(`device-name:${email}`).toString("hex").slice(0, 12)}`;
}

/** Bound to the password as well: with a new one every browser that knew the old one is unknown again. */
function signatureOf(email: string, id: string, passwordHash: string): string {
  return hmac(`device:${email}:${id}:${passwordHash}`).toString("base64url");
}

/** Whether a browser claims to have signed in to this address before. */
export function claimsKnownBrowser(request: Request, email: string): boolean {
  return form.test(cookieOf(request, nameOf(email)) ?? "");
}

/** The id of a browser that has signed in to this address with its present password; null for every other. */
export function readKnownBrowser(request: Request, email: string, passwordHash: string): string | null {
  const [, id, signature] = form.exec(cookieOf(request, nameOf(email)) ?? "") ?? [];
  if (id === undefined || signature === undefined) return null;
  return isSameText(signature, signatureOf(email, id, passwordHash)) ? id : null;
}

/** The Set-Cookie value by which a browser is known the next time it signs in to this address. */
export function knownBrowserCookie(email: string, id: string, passwordHash: string): string {
  const value = `${id}.${signatureOf(email, id, passwordHash)}`;
  return setCookie({
    name: nameOf(email),
    value,
    maxAgeSeconds: lifetimeSeconds,
    path: "/api/auth/login",
  });
}
