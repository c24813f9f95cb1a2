import type { Route } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { pool } from "@/server/platform/database";
import type { Account } from "@/server/accounts/statements/accounts";
import { findLiveSession } from "@/server/accounts/statements/sessions";
import { noteAccount } from "@/server/platform/work";
import { readSessionCookie, sessionCookieName } from "@/server/accounts/session-cookie";

/** The session that a page is asked for with, and its account. Asked once a request. */
export const requireSession = cache(async (): Promise<{ user: Account; sessionId: string }> => {
  const now = new Date();
  const claims = await readSessionCookie((await cookies()).get(sessionCookieName())?.value, now);
  if (claims === null) redirect("/login");
  const user = await findLiveSession(pool(), claims.sessionId, claims.userId, now);
  // A page can't clear a cookie; this call does, if the session really is dead.
  if (user === null) redirect("/api/auth/ended" as Route);
  noteAccount(user.id);
  return { user, sessionId: claims.sessionId };
});

/** The account of a page that is open to everybody, null when nobody is signed in. */
export async function findUser(): Promise<Account | null> {
  const now = new Date();
  const claims = await readSessionCookie((await cookies()).get(sessionCookieName())?.value, now);
  return claims && findLiveSession(pool(), claims.sessionId, claims.userId, now);
}

/** The account whose page is asked for: every app page calls it, whatever the middleware did. */
export async function requireUser(): Promise<Account> {
  return (await requireSession()).user;
}
