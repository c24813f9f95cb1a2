import { expect, test } from "vitest";
import { createClient, type TokenStore } from "@/contract/client";
import { AppError } from "@/contract/errors";
import { z } from "@/contract/zod";

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

/** A browser with one session: only the newest token is good, and only one refresh token renews it. */
function world(held: { token: string; refreshToken: string } | null) {
  const state = {
    held,
    good: "new",
    renewing: "r1",
    calls: [] as string[],
    isSignedOut: false,
    isOffline: false,
  };
  let turn: Promise<unknown> = Promise.resolve();
  const store: TokenStore = {
    read: () => state.held,
    write: ({ token, refreshToken }) => (state.held = { token, refreshToken }),
    clear: () => (state.held = null),
    inTurn: (work) => {
      const next = turn.then(work, work);
      turn = next.catch(() => undefined);
      return next;
    },
  };
  const server = async (address: string, init: RequestInit): Promise<Response> => {
    const path = address.replace("/api", "");
    state.calls.push(path);
    if (path === "/auth/refresh") {
      if (state.isOffline) throw new TypeError("fetch failed");
      const { refreshToken } = JSON.parse(init.body as string) as { refreshToken?: string };
      if (refreshToken !== state.renewing)
        return Response.json({ code: "UNAUTHORIZED", message: "no" }, { status: 401 });
      return Response.json({ token: "new", refreshToken: "r2", user });
    }
    if (path === "/html") return new Response("<h1>Bad gateway</h1>", { status: 502 });
    const isGood = new Headers(init.headers).get("authorization") === `Bearer ${state.good}`;
    if (!isGood) return Response.json({ code: "TOKEN_EXPIRED", message: "over" }, { status: 401 });
    return path === "/nothing" ? new Response(null, { status: 204 }) : Response.json({ ok: true });
  };
  const client = createClient({
    store,
    onSignedOut: () => (state.isSignedOut = true),
    fetch: server as typeof fetch,
  });
  return { state, client, get: () => client.call("GET", "/x", z.object({ ok: z.boolean() })) };
}

test("a call that is refused for its age is made again after one refresh", async () => {
  const { state, get } = world({ token: "old", refreshToken: "r1" });
  expect(await get()).toEqual({ ok: true });
  expect(state.calls).toEqual(["/x", "/auth/refresh", "/x"]);
  expect(state.held).toEqual({ token: "new", refreshToken: "r2" });
});

test("ten calls at once refresh once", async () => {
  const { state, get } = world({ token: "old", refreshToken: "r1" });
  await Promise.all(Array.from({ length: 10 }, get));
  expect(state.calls.filter((path) => path === "/auth/refresh")).toHaveLength(1);
});

test("where nothing signs in any more everything is cleared, once", async () => {
  const { state, get } = world({ token: "old", refreshToken: "stolen" });
  await expect(get()).rejects.toThrow(AppError);
  expect(state).toMatchObject({ held: null, isSignedOut: true, calls: ["/x", "/auth/refresh"] });
});

test("a lost connection clears nothing", async () => {
  const { state, get } = world({ token: "old", refreshToken: "r1" });
  state.isOffline = true;
  await expect(get()).rejects.toThrow(TypeError);
  expect(state).toMatchObject({ held: { token: "old" }, isSignedOut: false });
});

test("a 204 has no body, an answer that is no JSON is an error of ours", async () => {
  const { client } = world({ token: "new", refreshToken: "r1" });
  expect(await client.call("DELETE", "/nothing", z.undefined())).toBeUndefined();
  await expect(client.call("GET", "/html", z.undefined())).rejects.toMatchObject({ code: "INTERNAL_ERROR" });
});
