import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createSession, createUser } from "../../prisma/factories";
import * as anything from "@/app/api/[[...path]]/route";
import * as forgot from "@/app/api/auth/forgot-password/route";
import * as login from "@/app/api/auth/login/route";
import * as register from "@/app/api/auth/register/route";
import * as resend from "@/app/api/auth/resend-verification/route";
import * as reset from "@/app/api/auth/reset-password/route";
import * as verify from "@/app/api/auth/verify-email/[token]/route";
import * as poll from "@/app/api/cron/poll/route";
import * as keywords from "@/app/api/keywords/route";
import * as notifications from "@/app/api/notifications/route";
import { open, route } from "@/server/http/route";
import { rateLimited } from "@/server/platform/limits";
import { log } from "@/server/platform/log";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { call } from "../support/request";
import { waitForTheStore } from "../support/limiter-store";
import "../support/parallel-connections";

let sandbox: StartedSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false });
  // One-day windows, so none ends during a test.
  Object.assign(process.env, {
    UPSTASH_REDIS_REST_URL: `${sandbox.url}/upstash`,
    RATE_LIMIT_AUTH: "6/86400",
    RATE_LIMIT_LOGIN_FAILURES: "3/86400",
    RATE_LIMIT_LINKS: "4/86400",
    RATE_LIMIT_KEYWORD: "4/86400",
    RATE_LIMIT_NOTIFICATION: "5/86400",
    RATE_LIMIT_REDDIT: "3/86400",
    RATE_LIMIT_DDOS: "30/86400",
  });
});
beforeEach(() => {
  sandbox.sandbox.reset();
  waitForTheStore();
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => sandbox.close());

/** A separate client, identified by the only header that the app trusts. */
function from(address: string): { headers: Record<string, string> } {
  return { headers: { "x-earshot-client-address": address } };
}
let nextAddress = 0;
const someone = () => from(`203.0.113.${(nextAddress += 1)}`);
const statusesOf = async (times: number, request: (n: number) => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await request(n)).status);
  return statuses;
};
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;
const wrong = () => ({ email: `${randomUUID()}@earshot.example`, password: "Wrong-2026" });

test("sign-in endpoints share one limit per address", async () => {
  const one = someone();
  const sends = [
    () => call(login.POST, "POST", "/api/auth/login", { ...one, body: wrong() }),
    () => call(register.POST, "POST", "/api/auth/register", { ...one, body: {} }),
  ];
  const statuses = await statusesOf(8, (n) => sends[n % sends.length]!());
  expect(statuses).toEqual([401, 400, 401, 400, 401, 400, 429, 429]);
  expect((await call(login.POST, "POST", "/api/auth/login", { ...someone(), body: wrong() })).status).toBe(
    401,
  );
});

test("email links have a separate limit, so typos don't block signing in", async () => {
  const one = someone();
  const body = {};
  const sends = [
    () => call(resend.POST, "POST", "/api/auth/resend-verification", { ...one, body }),
    () => call(verify.GET, "GET", "/api/auth/verify-email/x", { ...one, params: { token: "x" } }),
    () => call(forgot.POST, "POST", "/api/auth/forgot-password", { ...one, body }),
    () => call(reset.POST, "POST", "/api/auth/reset-password", { ...one, body }),
  ];
  for (const request of sends) expect((await request()).status).toBe(400);
  for (const request of sends) {
    expect((await request()).body).toMatchObject({
      code: "AUTH_RATE_LIMIT_EXCEEDED",
      message: "Please wait before requesting or opening another link.",
      limit: 4,
    });
  }
  const signIn = () => call(login.POST, "POST", "/api/auth/login", { ...one, body: wrong() });
  expect(await statusesOf(7, signIn)).toEqual([401, 401, 401, 401, 401, 401, 429]);
});

test("a 429 contains code, limit and wait time in body and headers", async () => {
  const one = someone();
  const request = () => call(register.POST, "POST", "/api/auth/register", { ...one, body: {} });
  await statusesOf(6, request);
  const response = await request();
  const { retryAfter } = response.body as { retryAfter: number };
  expect(response.body).toEqual({
    code: "AUTH_RATE_LIMIT_EXCEEDED",
    message: "Please wait before logging in again.",
    retryAfter,
    limit: 6,
    remaining: 0,
  });
  expect([retryAfter > 0, retryAfter <= 86_400]).toEqual([true, true]);
  const names = ["retry-after", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "cache-control"];
  expect(names.map((name) => response.headers.get(name))).toEqual([
    String(retryAfter),
    "6",
    "0",
    String(retryAfter),
    "no-store",
  ]);
});

test("watch changes and notifications have separate limits per account, from any address", async () => {
  const alice = await createSession(await createUser());
  const bob = await createSession(await createUser());
  const write = (bearer: string) =>
    call(keywords.POST, "POST", "/api/keywords", { ...someone(), bearer, body: {} });
  const list = (bearer: string) =>
    call(notifications.GET, "GET", "/api/notifications", { ...someone(), bearer });
  expect(await statusesOf(6, () => write(alice.bearer))).toEqual([400, 400, 400, 400, 429, 429]);
  expect((await write(alice.bearer)).body.code).toBe("KEYWORD_RATE_LIMIT_EXCEEDED");
  expect(await statusesOf(7, () => list(alice.bearer))).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect((await list(alice.bearer)).body.code).toBe("NOTIFICATION_RATE_LIMIT_EXCEEDED");
  expect([(await write(bob.bearer)).status, (await list(bob.bearer)).status]).toEqual([400, 200]);
  expect(
    (await call(keywords.GET, "GET", "/api/keywords", { ...someone(), bearer: alice.bearer })).status,
  ).toBe(200);
});

test("12 concurrent writes pass exactly up to the limit", async () => {
  const { bearer } = await createSession(await createUser());
  const write = () => call(keywords.POST, "POST", "/api/keywords", { ...someone(), bearer, body: {} });
  const statuses = (await Promise.all(Array.from({ length: 12 }, write))).map(({ status }) => status);
  expect([count(statuses, 400), count(statuses, 429)]).toEqual([4, 8]);
});

test("counts invalid tokens by address", async () => {
  const one = someone();
  const request = (n: number) =>
    call(notifications.GET, "GET", "/api/notifications", { ...one, bearer: `Bearer x${n}` });
  expect(await statusesOf(6, request)).toEqual([401, 401, 401, 401, 401, 429]);
});

test("all requests share one limit per address or IPv6 /64, including unknown paths", async () => {
  const request = (n: number) =>
    call(anything.GET, "GET", "/api/no/such", from(`2001:db8:1:2::${n.toString(16)}`));
  const statuses = await statusesOf(29, request);
  expect(count(statuses, 404)).toBe(29);
  expect((await call(keywords.DELETE, "DELETE", "/api/keywords", from("2001:DB8:1:2:ffff::1"))).status).toBe(
    405,
  );
  const refused = await call(anything.GET, "GET", "/api/no/such", from("2001:db8:1:2:3:4:5:6"));
  expect([refused.status, refused.body.code]).toEqual([429, "DDOS_RATE_LIMIT_EXCEEDED"]);
  expect((await call(anything.GET, "GET", "/api/no/such", from("2001:db8:1:3::1"))).status).toBe(404);
});

test("exempts internal endpoints", async () => {
  const one = someone();
  const statuses = await statusesOf(35, () => call(poll.GET, "GET", "/api/cron/poll", one));
  expect(count(statuses, 401)).toBe(35);
  expect((await call(anything.GET, "GET", "/api/no/such", one)).status).toBe(404);
});

test("checks both limits of a request in one round trip", async () => {
  const one = someone();
  const request = () => call(register.POST, "POST", "/api/auth/register", { ...one, body: {} });
  await request();
  const before = sandbox.sandbox.upstash.requests;
  await request();
  expect(sandbox.sandbox.upstash.requests - before).toBe(1);
});

test("reports Reddit's limit like our own", async () => {
  const { GET } = route({
    GET: open({ limit: "reddit" }, () => {
      throw rateLimited("reddit", 41.2);
    }),
  });
  const response = await call(GET, "GET", "/api/subreddits/search", someone());
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "42"]);
  expect(response.body).toMatchObject({
    code: "REDDIT_RATE_LIMIT_EXCEEDED",
    retryAfter: 42,
    limit: 3,
    remaining: 0,
  });
});

/** Aborts requests to a silent store right after they were sent. */
function failAfterFirstRequest(): void {
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const patience = new AbortController();
    const before = sandbox.failures.hits;
    const look = setInterval(() => {
      if (sandbox.failures.hits === before) return;
      clearInterval(look);
      patience.abort(new DOMException("nothing was said", "TimeoutError"));
    }, 5);
    return patience.signal;
  });
}

let outages = 0;
test.each([
  ["cut", {}],
  ["json", { status: 500 }],
  ["html", { status: 503 }],
  ["slow", { waitSeconds: 600 }],
] as const)(
  "store %s: counts in the process, logs once and stops waiting after three requests",
  async (mode, how) => {
    if (mode === "slow") failAfterFirstRequest();
    // The previous outage has ended.
    vi.setSystemTime(Date.now() + (outages += 1) * 10 * 60_000);
    const written = vi.spyOn(log(), "error").mockImplementation(() => undefined);
    sandbox.failures.set({ mode, service: "upstash", ...how });
    const { bearer } = await createSession(await createUser());
    const write = () => call(keywords.POST, "POST", "/api/keywords", { ...someone(), bearer, body: {} });
    const startedAt = performance.now();
    const first = await statusesOf(3, write);
    const firstMs = performance.now() - startedAt;
    const statuses = [...first, ...(await statusesOf(20, write))];
    console.log(
      `store ${mode}: the first ${(firstMs / 3).toFixed(0)} ms, then ${((performance.now() - startedAt - firstMs) / 20).toFixed(1)} ms each`,
    );
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([4, 19]);
    const one = someone();
    const sign = () => call(register.POST, "POST", "/api/auth/register", { ...one, body: {} });
    expect(await statusesOf(8, sign)).toEqual([400, 400, 400, 400, 400, 400, 429, 429]);
    expect((await sign()).body).toMatchObject({ code: "AUTH_RATE_LIMIT_EXCEEDED", limit: 6, remaining: 0 });
    const link = () => call(forgot.POST, "POST", "/api/auth/forgot-password", { ...one, body: {} });
    expect(await statusesOf(5, link)).toEqual([400, 400, 400, 400, 429]);
    expect(sandbox.failures.hits).toBe(3);
    expect(written).toHaveBeenCalledTimes(1);

    sandbox.failures.clear();
    waitForTheStore();
    vi.setSystemTime(Date.now() + 6_000);
    expect(await statusesOf(6, write)).toEqual([400, 400, 400, 400, 429, 429]);
  },
);
