import type { Route } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { pool } from "@/server/database";
import type { Account } from "@/server/sql/account-row";
import { findLiveSession } from "@/server/sql/find-live-session";
import { readSessionCookie, sessionCookieName } from "./session-cookie";

/** The account whose page is asked for: every app page calls it, whatever the middleware did. Asked once a request. */
export const requireUser = cache(async (): Promise<Account> => {
  const now = new Date();
  const claims = await readSessionCookie((await cookies()).get(sessionCookieName())?.value, now);
  if (claims === null) redirect("/login");
  const user = await findLiveSession(pool(), claims.sessionId, claims.userId, now);
  // A page can't clear a cookie; this call does, if the session really is dead.
  if (user === null) redirect("/api/auth/ended" as Route);
  return user;
});
