import { hmac, isSameText } from "@/server/tokens";
import { env } from "@/env";

/** 400 days: browsers keep no cookie longer. */
const lifetimeSeconds = 400 * 24 * 60 * 60;
const form = /^([\w-]{1,64})\.([\w-]{43})$/;

/** One cookie an address, so that people who share a browser keep theirs; bound to it, so that nobody's opens another's. */
function nameOf(email: string): string {
  return `earshot-device-${hmac(`device-name:${email}`).toString("hex").slice(0, 12)}`;
}

function signatureOf(email: string, device: string): string {
  return hmac(`device:${email}:${device}`).toString("base64url");
}

/** The device of a browser that has signed in to this address before; null for every other. */
export function readDevice(request: Request, email: string): string | null {
  const name = `${nameOf(email)}=`;
  const pairs = request.headers.get("cookie")?.split(";") ?? [];
  const pair = pairs.map((one) => one.trim()).find((one) => one.startsWith(name));
  const [, device, signature] = form.exec(pair?.slice(name.length) ?? "") ?? [];
  if (device === undefined || signature === undefined) return null;
  return isSameText(signature, signatureOf(email, device)) ? device : null;
}

/** The Set-Cookie value by which a browser is known the next time it signs in to this address. */
export function deviceCookie(email: string, device: string): string {
  const secure = env().APP_URL.startsWith("https:") ? "; Secure" : "";
  const value = `${device}.${signatureOf(email, device)}`;
  return `${nameOf(email)}=${value}; Path=/api/auth/login; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
