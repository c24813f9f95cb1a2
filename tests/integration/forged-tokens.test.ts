import { createHmac } from "node:crypto";
import { encode } from "next-auth/jwt";
import { expect, test } from "vitest";
import { createSession, createUser } from "../../prisma/factories";
import * as refresh from "@/app/api/auth/refresh/route";
import * as profile from "@/app/api/users/profile/route";
import { readSessionCookie, sessionCookieName } from "@/server/accounts/session-cookie";
import { call } from "../support/request";
import { testSettings } from "../support/settings";

const secret = testSettings.NEXTAUTH_SECRET;
const accessSalt = "earshot.access-token";
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * Tokens with valid claims but an invalid signature: none, made with known values, or for another purpose.
 */
async function forgeries(userId: string, sessionId: string): Promise<Record<string, string>> {
  const claims = { sub: userId, sid: sessionId, iat: 1, exp: 9_999_999_999, jti: "x" };
  const signed = (alg: string, key: string) => {
    const text = `${part({ alg, typ: "JWT" })}.${part(claims)}`;
    return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
  };
  return {
    "alg none": `${part({ alg: "none" })}.${part(claims)}.`,
    "alg None": `${part({ alg: "None" })}.${part(claims)}.`,
    "alg none in five parts": `${part({ alg: "none", enc: "none" })}...${part(claims)}.`,
    "alg dir without encryption": `${part({ alg: "dir", enc: "none" })}..${part({})}.${part(claims)}.x`,
    "signed with an empty key": signed("HS256", ""),
    "signed with the secret itself": signed("HS256", secret),
    "another key": await encode({ token: claims, secret: `${secret}x`, salt: accessSalt }),
    "an empty key": await encode({ token: claims, secret: "x", salt: accessSalt }),
    "another audience": await encode({ token: claims, secret, salt: "somebody.else" }),
    "over long ago": await encode({ token: claims, secret, salt: "somebody.else", maxAge: -86_400 }),
    "no session in it": await encode({ token: { sub: userId }, secret, salt: accessSalt }),
    "no user in it": await encode({ token: { sid: sessionId }, secret, salt: accessSalt }),
    "somebody else's session": await encode({
      token: { sub: (await createUser()).id, sid: sessionId },
      secret,
      salt: accessSalt,
    }),
  };
}

test("rejects forged tokens as bearer, refresh token and cookie", async () => {
  const user = await createUser();
  const { session, bearer, refreshToken } = await createSession(user);
  const right = await call(profile.GET, "GET", "/api/users/profile", { bearer });
  expect(right.status).toBe(200);
  for (const [name, token] of Object.entries(await forgeries(user.id, session.id))) {
    const asBearer = await call(profile.GET, "GET", "/api/users/profile", { bearer: `Bearer ${token}` });
    expect([name, asBearer.status]).toEqual([name, 401]);
    const asRefresh = await call(refresh.POST, "POST", "/api/auth/refresh", {
      body: { refreshToken: token },
    });
    expect([name, asRefresh.status]).toEqual([name, 401]);
    expect([name, await readSessionCookie(token, new Date())]).toEqual([name, null]);
    const asCookie = await call(refresh.POST, "POST", "/api/auth/refresh", {
      cookie: `${sessionCookieName()}=${token}`,
      origin: testSettings.APP_URL,
    });
    expect([name, asCookie.status]).toEqual([name, 401]);
  }
  // The session is still active.
  const still = await call(refresh.POST, "POST", "/api/auth/refresh", { body: { refreshToken } });
  expect(still.status).toBe(200);
});
