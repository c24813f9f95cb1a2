import { decode, encode } from "next-auth/jwt";
import { env } from "@/env";
import { cookieName, getCookie, setCookie } from "@/server/platform/cookies";

export interface SessionClaims {
  userId: string;
  sessionId: string;
}

const lifetimeSeconds = 30 * 24 * 60 * 60;

const cookieBase = "next-auth.session-token";

/** Cookies ignore ports, so on plain http each port gets its own name. */
function baseName(): string {
  const { protocol, port } = new URL(env().APP_URL);
  return protocol === "https:" ? cookieBase : `${cookieBase}-${port || "80"}`;
}

export function sessionCookieName(): string {
  return cookieName(baseName());
}

export async function sessionCookie(claims: SessionClaims): Promise<string> {
  const token = { sub: claims.userId, sid: claims.sessionId };
  const value = await encode({ token, secret: env().NEXTAUTH_SECRET, maxAge: lifetimeSeconds });
  return cookieHeader(value, lifetimeSeconds);
}

export function clearedSessionCookie(): string {
  return cookieHeader("", 0);
}

function cookieHeader(value: string, maxAgeSeconds: number): string {
  return setCookie({ name: baseName(), value, maxAgeSeconds });
}

/** Returns null if it isn't ours or has expired. Doesn't check whether the session is active. */
export function readSessionCookie(value: string | undefined, now: Date): Promise<SessionClaims | null> {
  return readClaims(value, "", now).then((claims) => (claims === "expired" ? null : claims));
}

export function getSessionCookie(request: Request, now: Date): Promise<SessionClaims | null> {
  return readSessionCookie(getCookie(request, baseName()), now);
}

interface TimedClaims extends SessionClaims {
  expiresAtMs: number;
}

/** Recently decrypted tokens. Decryption is slow, and a token's content never changes. */
const known = new Map<string, TimedClaims>();
const maxKnown = 1_000;

/** Decodes a token that we created. Unlike next-auth, doesn't allow 15 s of clock tolerance. */
export async function readClaims(
  value: string | undefined,
  salt: string,
  now: Date,
): Promise<TimedClaims | "expired" | null> {
  const key = `${salt} ${value}`;
  const claims = known.get(key) ?? (await decipher(value, salt));
  if (claims === null || claims === "expired") return claims;
  if (!known.has(key)) {
    if (known.size >= maxKnown) known.clear();
    known.set(key, claims);
  }
  return claims.expiresAtMs <= now.getTime() ? "expired" : claims;
}

async function decipher(token: string | undefined, salt: string): Promise<TimedClaims | "expired" | null> {
  try {
    const payload = await decode({ token, secret: env().NEXTAUTH_SECRET, salt });
    if (typeof payload?.sub !== "string" || typeof payload.sid !== "string") return null;
    const expiresAtMs = typeof payload.exp === "number" ? payload.exp * 1000 : 0;
    return { userId: payload.sub, sessionId: payload.sid, expiresAtMs };
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED" ? "expired" : null;
  }
}
