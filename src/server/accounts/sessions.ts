import type { TokensResponse } from "@/contract/auth";
import { pendingSignOutName } from "@/contract/pending-sign-out";
import { cleanLabel } from "@/domain/text/label";
import { env } from "@/env";
import { pool, prisma, type Queryable, sql, transaction } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { setCookie } from "@/server/platform/cookies";
import { lockRows } from "@/server/platform/locked-rows";
import { Reply, seeOther } from "@/server/platform/reply";
import { clearedSessionCookie, sessionCookie, getSessionCookie } from "./session-cookie";
import { newId } from "@/server/platform/ids";
import { type Account, findAccount, lockUser } from "./statements/accounts";
import { findLiveSession, insertSession } from "./statements/sessions";
import { accessToken, readAccessToken, readRefreshToken, refreshToken } from "./session-tokens";
import { userView } from "./user-view";

const sessionLifetimeMs = 30 * 24 * 60 * 60 * 1000;
/** How long the previous refresh token is still accepted: for two tabs, or a lost response. */
const predecessorGraceMs = 60 * 1000;

export interface SignedIn {
  user: Account;
  sessionId: string;
  expiresAtMs: number;
  /** False for read-only API keys. */
  canWrite: boolean;
}

/** Authenticates a request by its bearer token. Throws UNAUTHORIZED or TOKEN_EXPIRED. */
export async function authenticate(request: Request, now: Date): Promise<SignedIn> {
  const claims = await getBearer(request, now);
  if (claims === "expired") throw new AppError("TOKEN_EXPIRED");
  const user = claims && (await findLiveSession(pool(), claims.sessionId, claims.userId, now));
  if (claims === null || user === null) throw new AppError("UNAUTHORIZED");
  return { user, sessionId: claims.sessionId, expiresAtMs: claims.expiresAtMs, canWrite: true };
}

/** Locks session and account, so an ending session can't create anything that stays. Throws UNAUTHORIZED. */
export async function lockSignedIn(
  tx: Queryable,
  signedIn: { userId: string; sessionId: string },
  now: Date,
): Promise<Account> {
  const { userId, sessionId } = signedIn;
  const account = await lockUser(tx, userId);
  const isLive = sql`"id" = ${sessionId} AND "userId" = ${userId} AND "endedAt" IS NULL AND "expiresAt" > ${now}`;
  // The lock keeps the session from ending before the transaction does.
  if (account === null || (await lockRows(tx, "Session", isLive, "SHARE")) === 0)
    throw new AppError("UNAUTHORIZED");
  return account;
}

type Claimed = Awaited<ReturnType<typeof readAccessToken>>;
/** Cached because rate limits and handlers both need it and decryption is slow. */
const claimedBy = new WeakMap<Request, Promise<Claimed>>();

/** Doesn't check whether the session is active. */
export function getBearer(request: Request, now: Date): Promise<Claimed> {
  const claimed = claimedBy.get(request) ?? readBearer(request, now);
  claimedBy.set(request, claimed);
  return claimed;
}

async function readBearer(request: Request, now: Date): Promise<Claimed> {
  const [, token] = /^Bearer ([\w.-]+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  return token === undefined ? null : readAccessToken(token, now);
}

export function shortUserAgent(userAgent: string | null): string | null {
  return userAgent === null ? null : cleanLabel(userAgent.slice(0, 300)) || null;
}

/** Throws INVALID_CREDENTIALS if the password changed since it was checked: that ended all sessions. */
export async function startSession(
  user: Account & { passwordHash: string },
  userAgent: string | null,
  now: Date,
): Promise<Reply> {
  const session = {
    id: newId(),
    userId: user.id,
    userAgent: shortUserAgent(userAgent),
    expiresAt: new Date(now.getTime() + sessionLifetimeMs),
    passwordHash: user.passwordHash,
  };
  if (!(await insertSession(pool(), session, now))) throw new AppError("INVALID_CREDENTIALS");
  return tokensReply({ user, sessionId: session.id, generation: 0 });
}

async function tokensReply(signedIn: {
  user: Account;
  sessionId: string;
  generation: number;
}): Promise<Reply> {
  const claims = { userId: signedIn.user.id, sessionId: signedIn.sessionId };
  const body: TokensResponse = {
    token: await accessToken(claims),
    refreshToken: refreshToken(signedIn.sessionId, signedIn.generation),
    user: userView(signedIn.user),
  };
  return new Reply(body, { "Set-Cookie": await sessionCookie(claims) });
}

/** Returns new tokens for a refresh token or, without one, for the cookie of a same-origin request. */
export async function refreshSession(request: Request, token: string | undefined, now: Date): Promise<Reply> {
  const next = token === undefined ? await renewByCookie(request, now) : await rotateByToken(token, now);
  const user = next && (await findAccount(pool(), next.userId));
  if (next === null || user === null) throw new AppError("UNAUTHORIZED");
  return tokensReply({ user, sessionId: next.sessionId, generation: next.generation });
}

interface Rotated {
  userId: string;
  sessionId: string;
  generation: number;
}

async function rotateByToken(token: string, now: Date): Promise<Rotated | null> {
  const known = readRefreshToken(token);
  if (known === null) return null;
  const id = known.sessionId;
  const expiresAt = new Date(now.getTime() + sessionLifetimeMs);
  // The update matches the old generation, so only one of several parallel requests increments it.
  const [rotated] = await prisma().session.updateManyAndReturn({
    where: { id, generation: known.generation, endedAt: null, expiresAt: { gt: now } },
    data: { generation: { increment: 1 }, rotatedAt: now, expiresAt },
    select: { userId: true, generation: true },
  });
  if (rotated !== undefined) return { ...rotated, sessionId: id };

  const session = await prisma().session.findFirst({
    where: { id },
    select: { userId: true, generation: true, rotatedAt: true, expiresAt: true, endedAt: true },
  });
  if (session === null || session.endedAt !== null || session.expiresAt <= now) return null;
  const isPredecessor = known.generation === session.generation - 1;
  if (isPredecessor && now.getTime() - session.rotatedAt.getTime() <= predecessorGraceMs) {
    return { userId: session.userId, sessionId: id, generation: session.generation };
  }
  // An old token means that it was copied. Either side could be the thief, so end the session.
  await endSession({ id }, now);
  return null;
}

/** Doesn't rotate: returns the current generation, so two tabs get the same token. */
async function renewByCookie(request: Request, now: Date): Promise<Rotated | null> {
  const claims = isSameOrigin(request) ? await getSessionCookie(request, now) : null;
  if (claims === null) return null;
  const expiresAt = new Date(now.getTime() + sessionLifetimeMs);
  const [session] = await prisma().session.updateManyAndReturn({
    where: { id: claims.sessionId, userId: claims.userId, endedAt: null, expiresAt: { gt: now } },
    data: { expiresAt },
    select: { generation: true },
  });
  return session === undefined ? null : { ...claims, ...session };
}

export function isSameOrigin(request: Request): boolean {
  return request.headers.get("origin") === new URL(env().APP_URL).origin;
}

/** Ends the sessions of the bearer token, the refresh token and a same-origin cookie. Always returns 204. */
export async function signOut(request: Request, token: string | undefined, now: Date): Promise<Response> {
  const bearer = await getBearer(request, now);
  const refresh = token === undefined ? null : readRefreshToken(token);
  const cookie = isSameOrigin(request) ? await getSessionCookie(request, now) : null;
  const bearerId = bearer === "expired" ? undefined : bearer?.sessionId;
  for (const id of new Set([bearerId, refresh?.sessionId, cookie?.sessionId])) {
    if (id !== undefined) await endSession({ id }, now);
  }
  // Other sites can post here without a token, but must not be able to sign users out.
  const isOwn = bearerId !== undefined || refresh !== null || isSameOrigin(request);
  return new Response(null, { status: 204, headers: isOwn ? { "Set-Cookie": clearedSessionCookie() } : {} });
}

/** False if it isn't `userId`'s. Also deletes push subscriptions created while it waited for the lock. */
export function endSession({ id, userId }: { id: string; userId?: string }, now: Date): Promise<boolean> {
  return transaction(async () => {
    const [ended] = await prisma().session.updateManyAndReturn({
      where: { id, userId, endedAt: null, expiresAt: { gt: now } },
      data: { endedAt: now },
      select: { userId: true },
    });
    if (ended === undefined) return false;
    await prisma().destination.deleteMany({ where: { ...ended, sessionId: id } });
    return true;
  });
}

/** Clears the cookies only if the session has really ended. */
export async function leaveEnded(request: Request, now: Date): Promise<Response> {
  const claims = await getSessionCookie(request, now);
  const isAlive =
    claims !== null && (await findLiveSession(pool(), claims.sessionId, claims.userId, now)) !== null;
  const response = seeOther("/login");
  if (isAlive) return response;
  response.headers.append("Set-Cookie", clearedSessionCookie());
  response.headers.append("Set-Cookie", setCookie({ name: pendingSignOutName, value: "", maxAgeSeconds: 0 }));
  return response;
}
