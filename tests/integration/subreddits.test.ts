import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as search from "@/app/api/subreddits/search/route";
import * as validate from "@/app/api/subreddits/validate/[name]/route";
import { prisma } from "@/server/platform/database";
import { retain } from "@/server/operation/retention";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { call } from "../support/request";
import { signedIn } from "../support/signed-in";
import "../support/parallel-connections";

let sandbox: StartedSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  const url = `${sandbox.url}/reddit`;
  Object.assign(process.env, { REDDIT_AUTH_URL: url, REDDIT_API_URL: url });
});
beforeEach(async () => {
  sandbox.sandbox.reset();
  await prisma().place.deleteMany({ where: { name: { not: "all" } } });
  await prisma().placeLookup.deleteMany();
  await prisma().placeSearch.deleteMany();
  await prisma().budget.deleteMany();
  // As in a newly started process.
  const retained = globalThis as { earshotLookups?: unknown; earshotSites?: unknown };
  delete retained.earshotLookups;
  delete retained.earshotSites;
});
afterAll(() => sandbox.close());

type StreamReport = { exists?: boolean; code?: string; retryAfter?: number };
const check = (name: string) =>
  call<StreamReport>(validate.GET, "GET", `/api/subreddits/validate/${encodeURIComponent(name)}`, {
    params: { name },
  });
const requested = (path: RegExp) => sandbox.reddit.requested.filter((one) => path.test(one.path)).length;
const age = (hours: number) =>
  prisma().placeLookup.updateMany({ data: { fetchedAt: new Date(Date.now() - hours * 3_600_000) } });

test.each([
  ["smallbusiness", true],
  ["SMALLBusiness", true],
  ["sandbox_private", true],
  ["sandbox_quarantined", true],
  ["sandbox_gated", true],
  ["sandbox_banned", false],
  ["nobody_took_this", false],
])("checks %s once a day: exists %s", async (name, exists) => {
  expect(await check(name)).toMatchObject({ status: 200, body: { exists } });
  expect((await check(name.toUpperCase())).body).toEqual({ exists });
  expect(requested(/about/)).toBe(1);
  await age(23);
  await check(name);
  expect(requested(/about/)).toBe(1);
  await age(25);
  expect((await check(name)).body).toEqual({ exists });
  expect(requested(/about/)).toBe(2);
});

test.each([
  ["all", true],
  ["ALL", true],
  ["popular", false],
  ["Friends", false],
  ["mod", false],
  ["random", false],
  ["ab", false],
  ["a".repeat(22), false],
  ["has space", false],
  ["r/smallbusiness", false],
  ["../about", false],
  ["smallbusiness?x=1", false],
  ["smallbusiness+webdev", false],
  ["käse", false],
  ["\0\0\0", false],
])("handles %s without a request: %s", async (name, exists) => {
  expect(await check(name)).toMatchObject({ status: 200, body: { exists } });
  expect(sandbox.reddit.requested).toEqual([]);
});

test("many concurrent checks send one request", async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => check("webdev")));
  expect(new Set(responses.map((response) => response.body.exists))).toEqual(new Set([true]));
  expect(requested(/about/)).toBe(1);
  expect((await prisma().budget.findFirstOrThrow()).used).toBe(1);
});

test.each(["cut", "html", "truncated", "blocked"] as const)(
  "responds 503 without caching if Reddit fails with '%s', and retries next time",
  async (mode) => {
    sandbox.failures.set({ mode, path: "about", count: 1, status: mode === "html" ? 503 : undefined });
    expect(await check("webdev")).toMatchObject({ status: 503, body: { code: "UPSTREAM_UNAVAILABLE" } });
    expect(await prisma().placeLookup.count()).toBe(0);
    await prisma().budget.updateMany({ data: { pausedUntil: null, failures: 0 } });
    delete (globalThis as { earshotLookups?: unknown }).earshotLookups;
    expect((await check("webdev")).body).toEqual({ exists: true });
  },
);

test("passes on Reddit's 429 and pauses lookups and polling", async () => {
  sandbox.failures.set({ mode: "too-many", path: "about", retryAfter: 30 });
  const first = await check("webdev");
  expect(first).toMatchObject({ status: 429, body: { code: "REDDIT_RATE_LIMIT_EXCEEDED" } });
  expect(first.body.retryAfter).toBeGreaterThanOrEqual(29);
  expect(first.headers.get("retry-after")).toBe(String(first.body.retryAfter));
  sandbox.failures.clear();
  expect((await check("node")).status).toBe(429);
  expect(requested(/about/)).toBe(1);
  const { pausedUntil } = await prisma().budget.findFirstOrThrow();
  expect(pausedUntil?.getTime()).toBeGreaterThan(Date.now() + 20_000);
});

test("anonymous users get 5 % of the budget, signed-in users 10 %; cached results are free", async () => {
  const { request } = await signedIn();
  const checkAsUser = (name: string) =>
    request<StreamReport>(validate, "GET", `/subreddits/validate/${name}`, { params: { name } });
  await check("webdev");
  await prisma().budget.updateMany({ data: { used: 50, usedByLookup: 50, usedByAnonymous: 50 } });
  const refused = await check("node");
  expect(refused).toMatchObject({ status: 429, body: { code: "REDDIT_RATE_LIMIT_EXCEEDED" } });
  expect(refused.body.retryAfter).toBeLessThanOrEqual(600);
  expect((await check("webdev")).body).toEqual({ exists: true });
  await prisma().budget.updateMany({ data: { usedByLookup: 20, usedByAnonymous: 50 } });
  expect((await check("node")).status).toBe(429);
  expect((await checkAsUser("node")).body).toEqual({ exists: true });
  expect(await prisma().budget.findFirstOrThrow()).toMatchObject({ usedByLookup: 21, usedByAnonymous: 50 });
  await prisma().budget.updateMany({ data: { usedByLookup: 99 } });
  expect((await checkAsUser("Coffee")).status).toBe(429);
});

test("lookups create no places and are cached for a day", async () => {
  for (const name of ["nobody_took_this", "webdev"]) await check(name);
  expect(await prisma().place.count({ where: { name: { not: "all" } } })).toBe(0);
  await age(25);
  await retain(new Date(), () => true);
  expect(await prisma().placeLookup.count()).toBe(0);
});

test("search completes a name, once a day per prefix and only for valid names", async () => {
  const { request } = await signedIn();
  const find = (q: string) =>
    request<{ subreddits: string[]; code?: string }>(
      search,
      "GET",
      `/subreddits/search?q=${encodeURIComponent(q)}`,
    );
  expect((await find("small")).body.subreddits).toContain("smallbusiness");
  expect((await find(" r/SMALL ")).body.subreddits).toContain("smallbusiness");
  expect(requested(/search_reddit_names/)).toBe(1);
  for (const q of ["", " ", "zz zz", "käse", "a".repeat(22)]) {
    expect([q, (await find(q)).body]).toEqual([q, { subreddits: [] }]);
  }
  expect((await find("x".repeat(101))).status).toBe(400);
  expect(requested(/search_reddit_names/)).toBe(1);
  await prisma().placeSearch.updateMany({ data: { fetchedAt: new Date(Date.now() - 25 * 3_600_000) } });
  await find("small");
  expect(requested(/search_reddit_names/)).toBe(2);
  sandbox.failures.set({ mode: "cut", path: "search_reddit_names" });
  expect(await find("web")).toMatchObject({ status: 503, body: { code: "UPSTREAM_UNAVAILABLE" } });
});
