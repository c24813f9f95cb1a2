import type { TokensResponse } from "@/contract/auth";
import { cleanLabel } from "@/domain/label";
import { env } from "@/env";
import { pool, prisma, type Queryable, transaction } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { Reply, seeOther } from "@/server/platform/reply";
import { clearedSessionCookie, sessionCookie, sessionCookieOf } from "./session-cookie";
import { newId } from "@/server/platform/ids";
import { type Account, findAccount, lockUser } from "./statements/accounts";
import {
  deleteSessionDestinations,
  endLiveSession,
  findLiveSession,
  insertSession,
  lockSession,
} from "./statements/sessions";
import { accessToken, readAccessToken, readRefreshToken, refreshToken } from "./session-tokens";
import { userView } from "./user-view";

const sessionLifetimeMs = 30 * 24 * 60 * 60 * 1000;
/** How long the direct predecessor of a refresh token still answers: two tabs, or an answer that got lost. */
const predecessorGraceMs = 60 * 1000;

/** Who makes a call, by what, and until when that lasts. */
export interface SignedIn {
  user: Account;
  sessionId: string;
  expiresAtMs: number;
  /** An API key can be one that only reads. */
  mayWrite: boolean;
}

/** The account that a request's bearer signs in; UNAUTHORIZED or TOKEN_EXPIRED. */
export async function authenticate(request: Request, now: Date): Promise<SignedIn> {
  const claims = await bearerOf(request, now);
  if (claims === "expired") throw new AppError("TOKEN_EXPIRED");
  const user = claims && (await findLiveSession(pool(), claims.sessionId, claims.userId, now));
  if (claims === null || user === null) throw new AppError("UNAUTHORIZED");
  return { user, sessionId: claims.sessionId, expiresAtMs: claims.expiresAtMs, mayWrite: true };
}

/**
 * The account of a session that still lives, locked to the end of the transaction; UNAUTHORIZED. For whatever outlives
 * the call: asked for while the session was being ended, it would be left out of what ends with it.
 */
export async function lockSignedIn(
  tx: Queryable,
  signedIn: { userId: string; sessionId: string },
  now: Date,
): Promise<Account> {
  const { userId, sessionId } = signedIn;
  const account = await lockUser(tx, userId);
  if (account === null || !(await lockSession(tx, { id: sessionId, userId }, now)))
    throw new AppError("UNAUTHORIZED");
  return account;
}

type Claimed = Awaited<ReturnType<typeof readAccessToken>>;
/** The limits ask as well as the handler, and deciphering is dear. */
const claimedBy = new WeakMap<Request, Promise<Claimed>>();

/** What a request's bearer claims; whether its session lives is not asked. */
export function bearerOf(request: Request, now: Date): Promise<Claimed> {
  const claimed = claimedBy.get(request) ?? readBearer(request, now);
  claimedBy.set(request, claimed);
  return claimed;
}

async function readBearer(request: Request, now: Date): Promise<Claimed> {
  const [, token] = /^Bearer ([\w.-]+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  return token === undefined ? null : readAccessToken(token, now);
}

/** What a browser calls itself, as much of it as is kept. */
export function shortUserAgent(userAgent: string | null): string | null {
  return userAgent === null ? null : cleanLabel(userAgent.slice(0, 300)) || null;
}

/**
 * Signs a device in: a new session, its tokens and its cookie. INVALID_CREDENTIALS when the password was changed since
 * it was checked: the change has ended all sessions, and this one would stay.
 */
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

/** What a sign-in and a refresh answer. */
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

/** New tokens for a refresh token, or, with none, for a cookie that our own page sent. */
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
  // One update that asks for the generation it replaces: of several at once, one moves it on.
  const [rotated] = await prisma().session.updateManyAndReturn({
    where: { id, generation: known.generation, endedAt: null, expiresAt: { gt: now } },
    data: { generation: { increment: 1 }, rotatedAt: now, expiresAt },
    select: { userId: true, generation: true },
  });
  if (rotated !== undefined) return { ...rotated, sessionId: id };

  const session = await prisma().session.findUnique({
    where: { id },
    select: { userId: true, generation: true, rotatedAt: true, expiresAt: true, endedAt: true },
  });
  if (session === null || session.endedAt !== null || session.expiresAt <= now) return null;
  const isPredecessor = known.generation === session.generation - 1;
  if (isPredecessor && now.getTime() - session.rotatedAt.getTime() <= predecessorGraceMs) {
    return { userId: session.userId, sessionId: id, generation: session.generation };
  }
  // An old token comes from a copy of the browser's storage: whoever holds the newer one may be the thief.
  await endSession({ id }, now);
  return null;
}

/** Doesn't rotate: whoever holds the cookie gets the token of the present generation, so that two tabs agree. */
async function renewByCookie(request: Request, now: Date): Promise<Rotated | null> {
  const claims = isSameOrigin(request) ? await sessionCookieOf(request, now) : null;
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

/** Ends the session of the bearer, of the refresh token or of a same-origin cookie. Always 204. */
export async function signOut(request: Request, token: string | undefined, now: Date): Promise<Response> {
  const bearer = await bearerOf(request, now);
  const refresh = token === undefined ? null : readRefreshToken(token);
  const cookie = isSameOrigin(request) ? await sessionCookieOf(request, now) : null;
  const bearerId = bearer === "expired" ? undefined : bearer?.sessionId;
  for (const id of new Set([bearerId, refresh?.sessionId, cookie?.sessionId])) {
    if (id !== undefined) await endSession({ id }, now);
  }
  // A page elsewhere can post here without a token; it must not be able to sign anybody out.
  const isOwn = bearerId !== undefined || refresh !== null || isSameOrigin(request);
  return new Response(null, { status: 204, headers: isOwn ? { "Set-Cookie": clearedSessionCookie() } : {} });
}

/**
 * Ends a live session and the alerts of its browser; with `userId` only where it is theirs, else false. The second
 * statement sees what was just being subscribed while the first waited for it.
 */
export function endSession(session: { id: string; userId?: string }, now: Date): Promise<boolean> {
  return transaction(async (tx) => {
    const userId = await endLiveSession(tx, session, now);
    if (userId === null) return false;
    await deleteSessionDestinations(tx, { userId, sessionId: session.id });
    return true;
  });
}

/** Where a page sends a browser whose session it found dead: the cookie goes only if that is so, then to sign in. */
export async function leaveEnded(request: Request, now: Date): Promise<Response> {
  const claims = await sessionCookieOf(request, now);
  const isAlive =
    claims !== null && (await findLiveSession(pool(), claims.sessionId, claims.userId, now)) !== null;
  return seeOther("/login", isAlive ? {} : { "Set-Cookie": clearedSessionCookie() });
}
