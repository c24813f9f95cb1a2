import { encode } from "next-auth/jwt";
import { env } from "@/env";
import { hmac, isSameText } from "@/server/platform/tokens";
import { readClaims, type SessionClaims } from "./session-cookie";

// A separate salt, so access tokens and cookies can't be exchanged.
const accessSalt = "earshot.access-token";
const accessLifetimeSeconds = 60 * 60;

export function accessToken(claims: SessionClaims): Promise<string> {
  const token = { sub: claims.userId, sid: claims.sessionId };
  return encode({ token, secret: env().NEXTAUTH_SECRET, salt: accessSalt, maxAge: accessLifetimeSeconds });
}

export function readAccessToken(token: string, now: Date): ReturnType<typeof readClaims> {
  return readClaims(token, accessSalt, now);
}

/** The refresh token of a session's generation. Deterministic, so a repeated request gets the same token. */
export function refreshToken(sessionId: string, generation: number): string {
  const name = `${sessionId}.${generation}`;
  return `${name}.${hmac(`refresh-token:${name}`).toString("base64url")}`;
}

const refreshForm = /^([0-9a-f-]{36})\.(\d{1,9})\.[\w-]{43}$/;

export function readRefreshToken(token: string): { sessionId: string; generation: number } | null {
  const [, sessionId, digits] = refreshForm.exec(token) ?? [];
  if (sessionId === undefined || digits === undefined) return null;
  const generation = Number(digits);
  return isSameText(token, refreshToken(sessionId, generation)) ? { sessionId, generation } : null;
}
