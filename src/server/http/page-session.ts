import type { Route } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { pendingSignOutName } from "@/contract/pending-sign-out";
import { cookieName } from "@/server/platform/cookies";
import { pool } from "@/server/platform/database";
import type { Account } from "@/server/accounts/statements/accounts";
import { findLiveSession } from "@/server/accounts/statements/sessions";
import { recordAccount } from "@/server/platform/work";
import { readSessionCookie, sessionCookieName } from "@/server/accounts/session-cookie";
import { readRefreshToken } from "@/server/accounts/session-tokens";
import { endSession } from "@/server/accounts/sessions";

/** Reads the session cookie, after ending the session that the browser failed to sign out of. */
const readCookies = cache(async () => {
  const now = new Date();
  const stored = await cookies();
  const pending = readRefreshToken(stored.get(cookieName(pendingSignOutName))?.value ?? "");
  if (pending !== null) await endSession({ id: pending.sessionId }, now);
  return { claims: await readSessionCookie(stored.get(sessionCookieName())?.value, now), now };
});

/** Returns the session and account of a page request, or redirects to sign-in. Cached per request. */
export const requireSession = cache(async (): Promise<{ user: Account; sessionId: string }> => {
  const { claims, now } = await readCookies();
  if (claims === null) redirect("/login");
  const user = await findLiveSession(pool(), claims.sessionId, claims.userId, now);
  // Pages can't clear cookies. This endpoint does, if the session has ended.
  if (user === null) redirect("/api/auth/ended" as Route);
  recordAccount(user.id);
  return { user, sessionId: claims.sessionId };
});

export async function findUser(): Promise<Account | null> {
  const { claims, now } = await readCookies();
  return claims && findLiveSession(pool(), claims.sessionId, claims.userId, now);
}

/** Redirects to sign-in. Every app page must call it and not rely on the middleware. */
export async function requireUser(): Promise<Account> {
  return (await requireSession()).user;
}
