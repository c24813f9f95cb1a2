import { encode } from "next-auth/jwt";
import { expect, test } from "vitest";
import { createSession, createUser } from "../../prisma/factories";
import * as ended from "@/app/api/auth/ended/route";
import * as logout from "@/app/api/auth/logout/route";
import * as refresh from "@/app/api/auth/refresh/route";
import * as profile from "@/app/api/users/profile/route";
import type { TokensResponse } from "@/contract/auth";
import { prisma } from "@/server/platform/database";
import { emailToken } from "@/server/platform/tokens";
import { call } from "../support/request";
import { testSettings } from "../support/settings";
import "../support/parallel-connections";

const origin = testSettings.APP_URL;
const signedIn = async () => {
  const user = await createUser();
  return { user, ...(await createSession(user)) };
};
const me = (bearer?: string, cookie?: string) =>
  call(profile.GET, "GET", "/api/users/profile", { bearer, cookie });
const renew = (body: object | undefined, sent: { cookie?: string; origin?: string } = {}) =>
  call<TokensResponse & { code?: string }>(refresh.POST, "POST", "/api/auth/refresh", { body, ...sent });
const endedAt = async (id: string) => (await prisma().session.findUniqueOrThrow({ where: { id } })).endedAt;
const rotatedAgo = (id: string, ms: number) =>
  prisma().session.update({ where: { id }, data: { rotatedAt: new Date(Date.now() - ms) } });

test("accepts an access token only in the Authorization header", async () => {
  const { user, bearer, cookie } = await signedIn();
  expect((await me(bearer)).body).toMatchObject({ user: { _id: user.id } });
  expect((await me(undefined, cookie)).status).toBe(401);
  expect((await me("Bearer junk", cookie)).status).toBe(401);
});

test("rejects all other tokens as access tokens", async () => {
  const { user, session, refreshToken, cookie } = await signedIn();
  const token = { sub: user.id, sid: session.id };
  const salt = "earshot.access-token";
  const others = [
    refreshToken,
    cookie.split("=")[1],
    emailToken(session.id),
    await encode({ token, secret: "another secret of thirty-two letters", salt }),
    await encode({ token, secret: testSettings.NEXTAUTH_SECRET, salt: "another audience" }),
    `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ ...token, exp: 9_999_999_999 }))}.`,
  ];
  for (const other of others) {
    const response = await me(`Bearer ${other}`);
    expect([response.status, response.body.code]).toEqual([401, "UNAUTHORIZED"]);
  }
});

test("reports an expired access token without next-auth's 15 s of grace", async () => {
  const { user, session } = await signedIn();
  const token = { sub: user.id, sid: session.id };
  for (const maxAge of [-1, -3600]) {
    const over = await encode({
      token,
      secret: testSettings.NEXTAUTH_SECRET,
      salt: "earshot.access-token",
      maxAge,
    });
    const { body, headers } = await me(`Bearer ${over}`);
    expect(body).toMatchObject({ code: "TOKEN_EXPIRED" });
    expect(headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
  }
});

test("responds 401 immediately for ended and expired sessions and deleted users", async () => {
  for (const end of [{ endedAt: new Date() }, { expiresAt: new Date(Date.now() - 1) }]) {
    const { session, bearer, refreshToken } = await signedIn();
    await prisma().session.update({ where: { id: session.id }, data: end });
    expect((await me(bearer)).status).toBe(401);
    expect((await renew({ refreshToken })).status).toBe(401);
  }
  const { user, bearer, refreshToken } = await signedIn();
  await prisma().user.delete({ where: { id: user.id } });
  expect((await me(bearer)).status).toBe(401);
  expect((await renew({ refreshToken })).status).toBe(401);
});

test("a refresh rotates the token and extends the session", async () => {
  const { user, session, refreshToken } = await signedIn();
  await prisma().session.update({
    where: { id: session.id },
    data: { expiresAt: new Date(Date.now() + 60_000) },
  });
  const next = await renew({ refreshToken });
  expect(next.status).toBe(200);
  expect(next.body.user._id).toBe(user.id);
  expect(next.body.refreshToken).not.toBe(refreshToken);
  expect(next.headers.get("set-cookie")).toContain("next-auth.session-token-3000=");
  expect((await me(`Bearer ${next.body.token}`)).status).toBe(200);
  const { expiresAt } = await prisma().session.findUniqueOrThrow({ where: { id: session.id } });
  expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(29 * 24 * 3600 * 1000);
});

test("concurrent refreshes get the same successor", async () => {
  const { session, refreshToken } = await signedIn();
  const responses = await Promise.all(Array.from({ length: 10 }, () => renew({ refreshToken })));
  expect(responses.map((response) => response.status)).toEqual(Array(10).fill(200));
  expect(new Set(responses.map((response) => response.body.refreshToken)).size).toBe(1);
  expect(await prisma().session.findUniqueOrThrow({ where: { id: session.id } })).toMatchObject({
    generation: 1,
    endedAt: null,
  });
});

test("the previous token works for 60 s; later use ends the session", async () => {
  const { session, refreshToken } = await signedIn();
  const first = await renew({ refreshToken });
  await rotatedAgo(session.id, 55_000);
  expect((await renew({ refreshToken })).body.refreshToken).toBe(first.body.refreshToken);
  await rotatedAgo(session.id, 61_000);
  expect((await renew({ refreshToken })).status).toBe(401);
  expect(await endedAt(session.id)).not.toBeNull();
  expect((await renew({ refreshToken: first.body.refreshToken })).status).toBe(401);
});

test("using an older token ends the session immediately", async () => {
  const { session, refreshToken } = await signedIn();
  const second = await renew({ refreshToken });
  await renew({ refreshToken: second.body.refreshToken });
  expect((await renew({ refreshToken })).status).toBe(401);
  expect(await endedAt(session.id)).not.toBeNull();
});

test("a forged refresh token does not end the session", async () => {
  const { session } = await signedIn();
  for (const generation of [0, 1, 7]) {
    const forged = `${session.id}.${generation}.${"A".repeat(43)}`;
    expect((await renew({ refreshToken: forged })).status).toBe(401);
  }
  expect(await endedAt(session.id)).toBeNull();
});

test("only refresh accepts the cookie, and only from our own origin", async () => {
  const { user, cookie } = await signedIn();
  for (const elsewhere of [undefined, "https://attacker.example", "null", `${origin}0`]) {
    expect((await renew({}, { cookie, origin: elsewhere })).status).toBe(401);
  }
  const [one, other] = await Promise.all([
    renew({}, { cookie, origin }),
    renew(undefined, { cookie, origin }),
  ]);
  expect(one.body.user._id).toBe(user.id);
  expect(other.body.refreshToken).toBe(one.body.refreshToken);
  expect((await renew({ refreshToken: one.body.refreshToken })).status).toBe(200);
});

const leave = (sent: { bearer?: string; cookie?: string; origin?: string; body?: object }) =>
  call(logout.POST, "POST", "/api/auth/logout", sent);

test("logout works with an access token, a refresh token or the cookie from our own origin", async () => {
  for (const way of ["bearer", "refreshToken", "cookie"] as const) {
    const { session, bearer, refreshToken, cookie } = await signedIn();
    const sent = { bearer: { bearer }, refreshToken: { body: { refreshToken } }, cookie: { cookie, origin } }[
      way
    ];
    const response = await leave(sent);
    expect(response.status).toBe(204);
    expect(response.headers.get("set-cookie")).toContain("next-auth.session-token-3000=; Path=/; Max-Age=0");
    expect(await endedAt(session.id)).not.toBeNull();
    expect((await me(bearer)).status).toBe(401);
  }
});

test("logout responds 204 to any token value", async () => {
  for (const refreshToken of [null, 7, {}, "", "x".repeat(5_000)]) {
    expect((await leave({ body: { refreshToken } })).status).toBe(204);
  }
});

test("another site cannot sign the user out", async () => {
  const { session, cookie } = await signedIn();
  const response = await leave({ cookie, origin: "https://attacker.example" });
  expect([response.status, response.headers.get("set-cookie")]).toEqual([204, null]);
  expect(await endedAt(session.id)).toBeNull();
});

test("the exit route clears the cookie of an ended session, but not of a live one", async () => {
  const { session, cookie } = await signedIn();
  const out = () => call(ended.GET, "GET", "/api/auth/ended", { cookie });
  const alive = await out();
  expect([alive.status, alive.headers.get("location"), alive.headers.get("set-cookie")]).toEqual([
    303,
    "/login",
    null,
  ]);
  await prisma().session.update({ where: { id: session.id }, data: { endedAt: new Date() } });
  expect((await out()).headers.get("set-cookie")).toContain("Max-Age=0");
});
