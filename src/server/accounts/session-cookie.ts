import { decode, encode } from "next-auth/jwt";
import { env } from "@/env";
import { cookieName, cookieOf, setCookie } from "@/server/platform/cookies";

/** What cookie and access token say: the user and the Session row they are views of. */
export interface SessionClaims {
  userId: string;
  sessionId: string;
}

const lifetimeSeconds = 30 * 24 * 60 * 60;

const cookieBase = "next-auth.session-token";

/** Cookies ignore ports, so on plain http each port gets a name of its own. */
function baseName(): string {
  const { protocol, port } = new URL(env().APP_URL);
  return protocol === "https:" ? cookieBase : `${cookieBase}-${port || "80"}`;
}

/** The cookie's name as browsers send it. */
export function sessionCookieName(): string {
  return cookieName(baseName());
}

/** The Set-Cookie value that signs this browser in for 30 days. */
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

/** What a cookie's value claims, null when it isn't one of ours or is over. Whether the session lives is for the row to say. */
export function readSessionCookie(value: string | undefined, now: Date): Promise<SessionClaims | null> {
  return readClaims(value, "", now).then((claims) => (claims === "expired" ? null : claims));
}

/** The session cookie of a request. */
export function sessionCookieOf(request: Request, now: Date): Promise<SessionClaims | null> {
  return readSessionCookie(cookieOf(request, baseName()), now);
}

interface TimedClaims extends SessionClaims {
  expiresAtMs: number;
}

/** Each call brings its token, deciphering is dear, and what a token says never changes: the latest are kept. */
const known = new Map<string, TimedClaims>();
const mostKnown = 1_000;

/** What one of our tokens claims, and until when. next-auth grants 15 s past the end, we don't. */
export async function readClaims(
  value: string | undefined,
  salt: string,
  now: Date,
): Promise<TimedClaims | "expired" | null> {
  const key = `${salt} ${value}`;
  const claims = known.get(key) ?? (await decipher(value, salt));
  if (claims === null || claims === "expired") return claims;
  if (!known.has(key)) {
    if (known.size >= mostKnown) known.clear();
    known.set(key, claims);
  }
  return claims.expiresAtMs <= now.getTime() ? "expired" : claims;
}

async function decipher(token: string | undefined, salt: string): Promise<TimedClaims | "expired" | null> {
  // Anything a client makes up ends in an exception of the decoder.
  try {
    const payload = await decode({ token, secret: env().NEXTAUTH_SECRET, salt });
    if (typeof payload?.sub !== "string" || typeof payload.sid !== "string") return null;
    const expiresAtMs = typeof payload.exp === "number" ? payload.exp * 1000 : 0;
    return { userId: payload.sub, sessionId: payload.sid, expiresAtMs };
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED" ? "expired" : null;
  }
}
