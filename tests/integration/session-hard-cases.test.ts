import { beforeEach, expect, test } from "vitest";
import { createSession, createUser } from "../../prisma/factories";
import * as ended from "@/app/api/auth/ended/route";
import * as logout from "@/app/api/auth/logout/route";
import * as refresh from "@/app/api/auth/refresh/route";
import * as profile from "@/app/api/users/profile/route";
import { createClient, type TokenStore } from "@/browser/client";
import { env } from "@/env";
import type { User } from "@/generated/prisma/client";
import { pool, prisma } from "@/server/platform/database";
import { sessionCookieName } from "@/server/accounts/session-cookie";
import { signIn } from "../support/accounts";
import { call } from "../support/request";
import { documented } from "../support/documented";
import { testSettings } from "../support/settings";
import "../support/parallel-connections";

beforeEach(() => {
  env().APP_URL = testSettings.APP_URL;
});

/** A browser's token store without Web Locks, so only the server coordinates tabs. */
function storage(tokens: { token: string; refreshToken: string } | null): TokenStore {
  let existing = tokens;
  return {
    read: () => existing,
    write: ({ token, refreshToken }) => (existing = { token, refreshToken }),
    clear: () => (existing = null),
    inTurn: (work) => work(),
  };
}

const routes: Record<string, (request: Request) => Promise<Response>> = {
  "POST /api/auth/refresh": documented(refresh.POST),
  "GET /api/users/profile": documented(profile.GET),
};

/** A tab's API client, connected to the handlers. Drops the first response for the path `lose`. */
function tab(store: TokenStore, lose?: string) {
  let isLost = false;
  let signedOut = 0;
  const client = createClient({
    store,
    baseUrl: testSettings.APP_URL,
    onSignedOut: () => (signedOut += 1),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      const response = await routes[`${request.method} ${pathname}`]!(request);
      if (pathname !== lose || isLost) return response;
      isLost = true;
      throw new TypeError("fetch failed");
    },
  });
  return { ...client, signedOut: () => signedOut };
}

/** Creates a signed-in browser with an expired access token, so its next request refreshes. */
async function stale(user: User) {
  const { session, refreshToken } = await createSession(user);
  return { session, store: storage({ token: "over", refreshToken }) };
}
const stored = (id: string) => prisma().session.findUniqueOrThrow({ where: { id } });

test("concurrent refreshes of several tabs keep one session with one successor", async () => {
  const user = await createUser();
  const { session, store } = await stale(user);
  const tabs = [tab(store), tab(store), tab(store)];
  const responses = await Promise.all(tabs.map((one) => one.read("getProfile")));
  expect(responses.map((response) => response.user._id)).toEqual([user.id, user.id, user.id]);
  expect(await stored(session.id)).toMatchObject({ generation: 1, endedAt: null });
  expect(await tabs[0]!.refresh()).toBe(true);
  expect(await stored(session.id)).toMatchObject({ generation: 2, endedAt: null });
  expect(tabs.map((one) => one.signedOut())).toEqual([0, 0, 0]);
});

test("keeps the tokens after a lost response, and the next request continues with them", async () => {
  const user = await createUser();
  const { session, store } = await stale(user);
  const one = tab(store, "/api/auth/refresh");
  await expect(one.read("getProfile")).rejects.toThrow(TypeError);
  expect(store.read()).not.toBeNull();
  expect(await stored(session.id)).toMatchObject({ generation: 1 });

  expect((await one.read("getProfile")).user._id).toBe(user.id);
  expect(await stored(session.id)).toMatchObject({ generation: 1, endedAt: null });
  expect(one.signedOut()).toBe(0);
});

test("a session ended elsewhere clears the browser and signs out once", async () => {
  const { session, store } = await stale(await createUser());
  await prisma().session.update({ where: { id: session.id }, data: { endedAt: new Date() } });
  const one = tab(store);
  await expect(one.read("getProfile")).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect(store.read()).toBeNull();
  expect(one.signedOut()).toBe(1);
});

test("a second server on another port has its own cookie", async () => {
  const user = await createUser();
  const here = await createSession(user);
  const nameHere = sessionCookieName();
  env().APP_URL = "http://localhost:3007";
  const there = await createSession(user);
  expect(sessionCookieName()).toBe("next-auth.session-token-3007");
  // Browsers send both cookies to both servers, because cookies ignore ports.
  const cookie = `${here.cookie}; ${there.cookie}`;
  const origin = "http://localhost:3007";
  const out = await call(logout.POST, "POST", "/api/auth/logout", { cookie, origin });
  expect(out.headers.get("set-cookie")).toMatch(/^next-auth\.session-token-3007=;/);
  expect(await stored(there.session.id)).not.toMatchObject({ endedAt: null });
  expect(await stored(here.session.id)).toMatchObject({ endedAt: null });

  env().APP_URL = testSettings.APP_URL;
  expect(sessionCookieName()).toBe(nameHere);
  const alive = await call(ended.GET, "GET", "/api/auth/ended", { cookie });
  expect(alive.headers.get("set-cookie")).toBeNull();
});

test("over HTTPS cookies have the __Host- prefix and its required attributes", async () => {
  env().APP_URL = "https://earshot.example";
  expect(sessionCookieName()).toBe("__Host-next-auth.session-token");
  const out = await call(logout.POST, "POST", "/api/auth/logout", { origin: "https://earshot.example" });
  expect(out.headers.get("set-cookie")).toBe(
    "__Host-next-auth.session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  );
  const { email } = await createUser();
  const cookies = (await signIn(email)).headers.getSetCookie();
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-(?:next-auth\.session-token|earshot-device-\w+)=/);
    expect(cookie).toMatch(/; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/);
    expect(cookie).not.toContain("Domain");
  }
  // A browser that returns both cookies is signed in and known.
  const cookie = cookies.map((one) => one.split(";")[0]).join("; ");
  const origin = "https://earshot.example";
  expect((await call(refresh.POST, "POST", "/api/auth/refresh", { cookie, origin, body: {} })).status).toBe(
    200,
  );
  // Cookies without the prefix, which any subdomain could set, are ignored.
  const bare = cookie.replaceAll("__Host-", "");
  expect(
    (await call(refresh.POST, "POST", "/api/auth/refresh", { cookie: bare, origin, body: {} })).status,
  ).toBe(401);
});

test("signing out waits for a pool connection, then responds 503", async () => {
  const { cookie, session } = await createSession(await createUser());
  const signOut = () =>
    call(logout.POST, "POST", "/api/auth/logout", { cookie, origin: testSettings.APP_URL });
  // Requests can use three quarters of the pool.
  const max = Math.ceil(pool().options.max * 0.75);
  const existing = await Promise.all(Array.from({ length: max }, () => pool().connect()));
  const away = await signOut();
  existing.forEach((connection) => connection.release());
  expect([away.status, away.body.code]).toEqual([503, "UPSTREAM_UNAVAILABLE"]);
  expect((await signOut()).status).toBe(204);
  expect(await stored(session.id)).not.toMatchObject({ endedAt: null });
});
