import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSession, createUser } from "../../prisma/factories";
import * as anything from "@/app/api/[[...path]]/route";
import * as forgot from "@/app/api/auth/forgot-password/route";
import * as login from "@/app/api/auth/login/route";
import * as register from "@/app/api/auth/register/route";
import * as keywords from "@/app/api/keywords/route";
import { env } from "@/env";
import { retain } from "@/server/operation/retention";
import { pool, prisma } from "@/server/platform/database";
import { enforce } from "@/server/platform/limits";
import { log } from "@/server/platform/log";
import { working } from "@/server/platform/work";
import { call } from "../support/request";
import { newCustomer, post } from "../support/stripe-stage";
import { waitForTheStore } from "../support/limiter-store";
import "../support/parallel-connections";

const day = 86_400_000;
Object.assign(process.env, {
  UPSTASH_REDIS_REST_URL: "",
  UPSTASH_REDIS_REST_TOKEN: "",
  RATE_LIMIT_AUTH: "4/86400",
  RATE_LIMIT_LOGIN_FAILURES: "3/86400",
  RATE_LIMIT_LINKS: "4/86400",
  RATE_LIMIT_KEYWORD: "4/86400",
  RATE_LIMIT_NOTIFICATION: "4/86400",
  RATE_LIMIT_IMPORT: "4/86400",
  RATE_LIMIT_BILLING: "4/86400",
  RATE_LIMIT_EXPORT: "4/86400",
  RATE_LIMIT_KEY: "4/86400",
  RATE_LIMIT_MCP: "4/86400",
  RATE_LIMIT_DESTINATION: "4/86400",
  RATE_LIMIT_DESTINATION_TEST: "4/86400",
  RATE_LIMIT_DDOS: "30/86400",
});

// Each test has its own day and starts at noon.
let noon = Math.floor(Date.now() / day) * day + day / 2;
beforeEach(async () => {
  waitForTheStore();
  vi.useFakeTimers({ toFake: ["Date"], now: (noon += 3 * day) });
  await prisma().rateLimit.deleteMany();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  delete process.env.VERCEL;
});

let addresses = 0;
const someone = () => ({ headers: { "x-earshot-client-address": `198.51.100.${(addresses += 1)}` } });
const wrong = (email = `${randomUUID()}@earshot.example`) => ({ email, password: "Wrong-2026" });
const signUp = (one = someone()) => call(register.POST, "POST", "/api/auth/register", { ...one, body: {} });
const signIn = (body: object) => call(login.POST, "POST", "/api/auth/login", { ...someone(), body });
const get = (one: object) => call(anything.GET, "GET", "/api/no/such", one);
const together = async (times: number, request: () => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: times }, request))).map(({ status }) => status).sort();
const inTurn = async (times: number, request: () => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await request()).status);
  return statuses;
};
const counted = () => prisma().rateLimit.findMany();

test("counts sign-in and links in the database, without storing addresses", async () => {
  const one = someone();
  expect(await inTurn(6, () => signUp(one))).toEqual([400, 400, 400, 400, 429, 429]);
  const link = () => call(forgot.POST, "POST", "/api/auth/forgot-password", { ...one, body: {} });
  expect(await inTurn(5, link)).toEqual([400, 400, 400, 400, 429]);
  expect((await signUp()).status).toBe(400);
  // Rejected requests don't count.
  expect((await counted()).map(({ points }) => points).sort()).toEqual([1, 4, 4]);
  for (const { key } of await counted()) expect(key).toMatch(/^[\w-]{43}:\d+$/);
});

test("returns the same 429 as with the external store", async () => {
  const one = someone();
  await inTurn(4, () => signUp(one));
  const { status, body, headers } = await signUp(one);
  const retryAfter = day / 2 / 1000;
  expect([status, body]).toEqual([
    429,
    {
      code: "AUTH_RATE_LIMIT_EXCEEDED",
      message: "Please wait before logging in again.",
      retryAfter,
      limit: 4,
      remaining: 0,
    },
  ]);
  const names = ["retry-after", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];
  expect(names.map((name) => headers.get(name))).toEqual([`${retryAfter}`, "4", "0", `${retryAfter}`]);
});

test("checks exactly the limit of concurrent wrong passwords; the right one doesn't count", async () => {
  const { email } = await createUser({ password: "Listen-2026" });
  for (let n = 0; n < 4; n += 1) expect((await signIn({ email, password: "Listen-2026" })).status).toBe(200);
  expect(await together(9, () => signIn(wrong(email)))).toEqual([401, 401, 401, ...Array(6).fill(429)]);
});

test("counts the endpoints that send requests to Stripe together, per account", async () => {
  const [alice, bob] = [await newCustomer(), await newCustomer()];
  const routes = ["create-checkout-session", "create-portal-session", "cancel", "reactivate", "sync"];
  for (const last of routes) {
    await prisma().rateLimit.deleteMany();
    const others = routes.filter((route) => route !== last);
    expect(await Promise.all(others.map(async (route) => (await post(route, alice)).status))).not.toContain(
      429,
    );
    expect((await post(last, alice)).status).toBe(429);
  }
  expect((await post("cancel", bob)).status).toBe(409);
});

test("counts flood protection in the process, exactly and per account and address", async () => {
  const [alice, bob] = [await createSession(await createUser()), await createSession(await createUser())];
  const write = (bearer: string) =>
    call(keywords.POST, "POST", "/api/keywords", { ...someone(), bearer, body: {} });
  const statuses = await together(12, () => write(alice.bearer));
  expect(statuses).toEqual([...Array(4).fill(400), ...Array(8).fill(429)]);
  expect((await write(bob.bearer)).status).toBe(400);
  const one = someone();
  expect(await together(33, () => get(one))).toEqual([...Array(30).fill(404), 429, 429, 429]);
  expect(await counted()).toEqual([]);
});

test("rejects a flood by address without database access", async () => {
  const one = someone();
  await together(30, () => get(one));
  expect((await signUp(one)).body.code).toBe("DDOS_RATE_LIMIT_EXCEEDED");
  expect(await counted()).toEqual([]);
});

test.each([
  ["in the process", "keyword"],
  ["in the database", "auth"],
] as const)("uses sliding windows %s, so a window edge doesn't double the limit", async (_where, counter) => {
  const key = randomUUID();
  const edge = noon + day / 2;
  const passesAt = async (ms: number) => {
    vi.setSystemTime(ms);
    const count = enforce([{ counter, key }], new Date(ms));
    return count.then(
      () => true,
      (error: { details: { retryAfter: number } }) => error.details.retryAfter,
    );
  };
  for (let n = 0; n < 4; n += 1) expect(await passesAt(edge - 1000)).toBe(true);
  expect(await passesAt(edge - 1000)).toBe(1);
  // When a used-up window ends, one request is allowed immediately and another after a quarter of the next
  // window.
  expect([await passesAt(edge + 1000), await passesAt(edge + 2000)]).toEqual([true, day / 4 / 1000 - 2]);
  expect([await passesAt(edge + day / 4 + 1), typeof (await passesAt(edge + day / 4 + 2))]).toEqual([
    true,
    "number",
  ]);
  expect([await passesAt(edge + day - 1), await passesAt(edge + day - 1)]).toEqual([true, true]);
});

test("on Vercel, where processes have no memory, counts everything in the database", async () => {
  process.env.VERCEL = "1";
  const key = randomUUID();
  const request = () =>
    enforce([{ counter: "ddos", key }], new Date()).then(
      () => 200,
      () => 429,
    );
  const requested = await Promise.all(Array.from({ length: 33 }, request));
  expect(requested.filter((status) => status === 200)).toHaveLength(30);
  expect((await counted()).map(({ points }) => points)).toEqual([30]);
});

test("counts requests whose client has disconnected, without an outage", async () => {
  const errors = vi.spyOn(log(), "error");
  const key = randomUUID();
  const left = { kind: "request", signal: AbortSignal.abort() } as const;
  for (let n = 0; n < 4; n += 1) await working(left, () => enforce([{ counter: "auth", key }], new Date()));
  expect((await counted()).map(({ points }) => points)).toEqual([4]);
  expect(errors).not.toHaveBeenCalled();
});

test("leaves no prepared statement in a connection, which breaks with poolers", async () => {
  await signUp();
  const { rows } = await pool().query("SELECT name FROM pg_prepared_statements WHERE name LIKE '%rlflx%'");
  expect(rows).toEqual([]);
});

test("retention deletes expired counts", async () => {
  await signUp();
  const [{ key } = { key: "" }] = await counted();
  await retain(new Date(Date.now() + 2 * day - 1), () => true);
  expect(await counted()).toMatchObject([{ key }]);
  await retain(new Date(Date.now() + 2 * day), () => true);
  expect(await counted()).toEqual([]);
});

describe("unresponsive database", () => {
  test("limits sign-in per process, logs one error and stops waiting", async () => {
    vi.restoreAllMocks();
    const written = vi.spyOn(log(), "error").mockImplementation(() => undefined);
    const requested = vi.spyOn(pool(), "query");
    const holder = new pg.Client({ connectionString: env().DATABASE_URL });
    await holder.connect();
    const one = someone();
    try {
      await holder.query('BEGIN; LOCK TABLE "RateLimit" IN ACCESS EXCLUSIVE MODE');
      expect(await inTurn(6, () => signUp(one))).toEqual([400, 400, 400, 400, 429, 429]);
      expect((await get(one)).status).toBe(404);
      // Three requests checked this and the previous window, then the database was skipped.
      const texts = requested.mock.calls.map(([text]) => String(text));
      expect(texts.filter((text) => text.includes("RateLimit"))).toHaveLength(6);
      expect(written).toHaveBeenCalledTimes(1);
    } finally {
      await holder.end();
    }
    waitForTheStore();
    vi.setSystemTime(Date.now() + 6_000);
    expect(await inTurn(5, () => signUp())).toEqual([400, 400, 400, 400, 400]);
    // Statements that waited for the lock count too, unless they timed out first.
    expect((await inTurn(6, () => signUp(one))).at(-1)).toBe(429);
  });

  test.each([
    ...[
      "auth",
      "links",
      "loginFailures",
      "keyword",
      "notification",
      "watchImport",
      "keyMaking",
      "key",
      "mcp",
    ],
    ...[
      "accountExport",
      "notificationExport",
      "watchExport",
      "destination",
      "destinationTest",
      "replay",
      "billing",
    ],
  ] as const)("counts %s in the process", async (counter) => {
    vi.spyOn(log(), "error").mockImplementation(() => undefined);
    vi.spyOn(pool(), "query").mockRejectedValue(new Error("no answer") as never);
    const key = randomUUID();
    const passes = () =>
      enforce([{ counter, key }], new Date()).then(
        () => true,
        () => false,
      );
    const passed = [];
    for (let n = 0; n < 6; n += 1) passed.push(await passes());
    expect([passed.slice(0, 3), passed.slice(4)]).toEqual([
      [true, true, true],
      [false, false],
    ]);
  });
});

test("does not treat the store as away after a freeze of the process", async () => {
  vi.restoreAllMocks();
  const written = vi.spyOn(log(), "error");
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  let freezes = 0;
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    if ((freezes += 1) === 1) setImmediate(() => freeze(ms + 300));
    return timeout(ms);
  });
  await signUp();
  expect(freezes).toBe(2);
  expect(written).not.toHaveBeenCalled();
  expect(await counted()).toHaveLength(1);
});

function freeze(ms: number): void {
  for (const endMs = performance.now() + ms; performance.now() < endMs;);
}
