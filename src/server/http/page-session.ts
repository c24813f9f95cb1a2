import type { Route } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { pool } from "@/server/platform/database";
import type { Account } from "@/server/accounts/statements/accounts";
import { findLiveSession } from "@/server/accounts/statements/sessions";
import { recordAccount } from "@/server/platform/work";
import { readSessionCookie, sessionCookieName } from "@/server/accounts/session-cookie";

/** Returns the session and account of a page request, or redirects to sign-in. Cached per request. */
export const requireSession = cache(async (): Promise<{ user: Account; sessionId: string }> => {
  const now = new Date();
  const claims = await readSessionCookie((await cookies()).get(sessionCookieName())?.value, now);
  if (claims === null) redirect("/login");
  const user = await findLiveSession(pool(), claims.sessionId, claims.userId, now);
  // Pages can't clear cookies. This endpoint does, if the session has ended.
  if (user === null) redirect("/api/auth/ended" as Route);
  recordAccount(user.id);
  return { user, sessionId: claims.sessionId };
});

export async function findUser(): Promise<Account | null> {
  const now = new Date();
  const claims = await readSessionCookie((await cookies()).get(sessionCookieName())?.value, now);
  return claims && findLiveSession(pool(), claims.sessionId, claims.userId, now);
}

/** Redirects to sign-in. Every app page must call it and not rely on the middleware. */
export async function requireUser(): Promise<Account> {
  return (await requireSession()).user;
}
