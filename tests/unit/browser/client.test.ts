import { expect, test } from "vitest";
import { createClient, type TokenStore } from "@/browser/client";
import { AppError } from "@/contract/errors";
import { isRateLimited, RateLimited } from "@/browser/rate-limit";

const user = {
  _id: "1",
  firstName: "Maya",
  lastName: "Okafor",
  email: "maya@earshot.example",
  isEmailVerified: true,
  timeZone: "UTC",
  emailStatus: "ok",
  subscription: { plan: "free", status: "active" },
  notificationPreferences: { emailNotifications: true, emailFrequency: "realtime" },
  settings: { theme: "system" },
};

/** A browser with one session. Only the latest token and one refresh token are valid. */
function world(stored: { token: string; refreshToken: string } | null) {
  const state = {
    stored,
    good: "new",
    renewing: "r1",
    calls: [] as string[],
    isSignedOut: false,
    isOffline: false,
    limited: [] as RateLimited[],
    /** Overridden responses by path. */
    responses: {} as Record<string, () => Response>,
  };
  let turn: Promise<unknown> = Promise.resolve();
  const store: TokenStore = {
    read: () => state.stored,
    write: ({ token, refreshToken }) => (state.stored = { token, refreshToken }),
    clear: () => (state.stored = null),
    inTurn: (work) => {
      const next = turn.then(work, work);
      turn = next.catch(() => undefined);
      return next;
    },
  };
  const server = async (address: string, init: RequestInit): Promise<Response> => {
    const path = address.replace("/api", "");
    state.calls.push(`${init.method} ${path}`);
    const instead = state.responses[path];
    if (instead !== undefined) return instead();
    if (path === "/auth/refresh") {
      if (state.isOffline) throw new TypeError("fetch failed");
      const { refreshToken } = JSON.parse(init.body as string) as { refreshToken?: string };
      if (refreshToken !== state.renewing)
        return Response.json({ code: "UNAUTHORIZED", message: "no" }, { status: 401 });
      return Response.json({ token: "new", refreshToken: "r2", user });
    }
    const isGood = new Headers(init.headers).get("authorization") === `Bearer ${state.good}`;
    if (!isGood) return Response.json({ code: "TOKEN_EXPIRED", message: "over" }, { status: 401 });
    return path === "/users/feed" ? new Response(null, { status: 204 }) : Response.json({ user });
  };
  const client = createClient({
    store,
    onSignedOut: () => (state.isSignedOut = true),
    onRateLimited: (limited) => state.limited.push(limited),
    fetch: server as typeof fetch,
  });
  return { state, client, get: () => client.call("getProfile") };
}

test("refreshes an expired token and repeats the request", async () => {
  const { state, get } = world({ token: "old", refreshToken: "r1" });
  expect(await get()).toEqual({ user });
  expect(state.calls).toEqual(["GET /users/profile", "POST /auth/refresh", "GET /users/profile"]);
  expect(state.stored).toEqual({ token: "new", refreshToken: "r2" });
});

test("refreshes only once for ten parallel requests", async () => {
  const { state, get } = world({ token: "old", refreshToken: "r1" });
  await Promise.all(Array.from({ length: 10 }, get));
  expect(state.calls.filter((line) => line === "POST /auth/refresh")).toHaveLength(1);
});

test("clears everything once when the session is no longer valid", async () => {
  const { state, get } = world({ token: "old", refreshToken: "stolen" });
  await expect(get()).rejects.toThrow(AppError);
  expect(state).toMatchObject({
    stored: null,
    isSignedOut: true,
    calls: ["GET /users/profile", "POST /auth/refresh"],
  });
});

test("clears nothing when the connection is lost", async () => {
  const { state, get } = world({ token: "old", refreshToken: "r1" });
  state.isOffline = true;
  await expect(get()).rejects.toThrow(TypeError);
  expect(state).toMatchObject({ stored: { token: "old" }, isSignedOut: false });
});

test("returns undefined for a 204 and throws for a response without JSON", async () => {
  const { state, client, get } = world({ token: "new", refreshToken: "r1" });
  expect(await client.call("closeFeed")).toBeUndefined();
  for (const status of [200, 502]) {
    state.responses["/users/profile"] = () => new Response("<h1>Free Wi-Fi</h1>", { status });
    await expect(get()).rejects.toMatchObject({ code: "INTERNAL_ERROR" });
  }
});

test("recognizes a body that a proxy finds too large", async () => {
  const { state, get } = world({ token: "new", refreshToken: "r1" });
  state.responses["/users/profile"] = () =>
    new Response("<h1>Request Entity Too Large</h1>", { status: 413 });
  await expect(get()).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
});

const tooMany = () =>
  Response.json(
    { code: "KEYWORD_RATE_LIMIT_EXCEEDED", message: "Wait.", retryAfter: 12, limit: 30, remaining: 0 },
    { status: 429 },
  );

test("returns a RateLimited for a 429, but throws in reads for caches", async () => {
  const { state, client } = world({ token: "new", refreshToken: "r1" });
  state.responses["/users/profile"] = tooMany;
  const mark = new RateLimited("KEYWORD_RATE_LIMIT_EXCEEDED", "Wait.", 12, 30, 0);
  const response = await client.call("deleteAccount", { body: { password: "Listen-2026" } });
  expect([isRateLimited(response), response]).toEqual([true, mark]);
  await expect(client.read("getProfile")).rejects.toMatchObject({
    code: "KEYWORD_RATE_LIMIT_EXCEEDED",
    details: { retryAfter: 12, limit: 30, remaining: 0 },
  });
  expect(state).toMatchObject({ limited: [mark, mark], isSignedOut: false, stored: { token: "new" } });
});

test.each<[string, () => Response, RateLimited]>([
  [
    "a page",
    () => new Response("<h1>Slow down</h1>", { status: 429 }),
    new RateLimited("RATE_LIMIT_EXCEEDED", "Too many requests", 30, undefined, undefined),
  ],
  [
    "a page with a wait",
    () => new Response("", { status: 429, headers: { "retry-after": "7" } }),
    new RateLimited("RATE_LIMIT_EXCEEDED", "Too many requests", 7, undefined, undefined),
  ],
  [
    "with fields of other types",
    () => Response.json({ code: 1, message: null, retryAfter: "soon" }, { status: 429 }),
    new RateLimited("RATE_LIMIT_EXCEEDED", "Too many requests", 30, undefined, undefined),
  ],
  [
    "a list",
    () => Response.json([], { status: 429 }),
    new RateLimited("RATE_LIMIT_EXCEEDED", "Too many requests", 30, undefined, undefined),
  ],
])("uses the specified defaults for a 429 that is %s", async (_name, response, expected) => {
  const { state, client } = world({ token: "new", refreshToken: "r1" });
  state.responses["/users/profile"] = response;
  expect(await client.call("updateProfile", { body: {} })).toEqual(expected);
  await expect(client.read("getProfile")).rejects.toMatchObject({ status: 429 });
});

test("doesn't sign out when a refresh is rate limited", async () => {
  const { state, client, get } = world({ token: "old", refreshToken: "r1" });
  state.responses["/auth/refresh"] = tooMany;
  expect(isRateLimited(await get())).toBe(true);
  await expect(client.refresh()).rejects.toMatchObject({ code: "KEYWORD_RATE_LIMIT_EXCEEDED" });
  expect(state).toMatchObject({ stored: { token: "old" }, isSignedOut: false });
});

test("ends the session if a request still fails after one refresh", async () => {
  const { state, get } = world({ token: "old", refreshToken: "r1" });
  state.good = "another";
  await expect(get()).rejects.toMatchObject({ code: "TOKEN_EXPIRED" });
  expect(state).toMatchObject({
    stored: null,
    isSignedOut: true,
    calls: ["GET /users/profile", "POST /auth/refresh", "GET /users/profile"],
  });
});

test("clears nothing after a wrong password", async () => {
  const { state, client } = world({ token: "new", refreshToken: "r1" });
  state.responses["/auth/login"] = () =>
    Response.json({ code: "INVALID_CREDENTIALS", message: "no" }, { status: 401 });
  const credentials = { email: user.email, password: "Listen-2027" };
  await expect(client.call("login", { body: credentials })).rejects.toMatchObject({ status: 401 });
  expect(state).toMatchObject({ stored: { token: "new" }, isSignedOut: false, calls: ["POST /auth/login"] });
});
