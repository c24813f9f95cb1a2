import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, type APIRequestContext, test } from "@playwright/test";
import { factories } from "../support/e2e-person";
import { serveWithoutMiddleware } from "../support/without-middleware";

// Every protected page checks access itself. The middleware is not a security boundary.
const screens = readdirSync("src/app", { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "page.tsx")
  .map((file) => `/${path.dirname(file)}`.replace(/\/\([a-z]+\)/, "").replace(/\/\.$/, "") || "/");
const calls = readdirSync("src/app/api", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("route.ts") && !file.startsWith("[["))
  .map((file) => `/api/${path.dirname(file)}`);

const layers = (name: string) => Array.from({ length: 5 }, () => name).join(":");
/** Ways to bypass a middleware: Next's internal headers and URLs. */
const ways: [string, (at: string) => string, Record<string, string>][] = [
  ["plain", (at) => at, {}],
  ["flight data", (at) => `${at}?_rsc=x`, { rsc: "1" }],
  ["a prefetch", (at) => `${at}?_rsc=x`, { rsc: "1", "next-router-prefetch": "1" }],
  [
    "a prefetched segment",
    (at) => `${at}?_rsc=x`,
    { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
  ],
  ["a browser's prefetch", (at) => at, { purpose: "prefetch", "sec-purpose": "prefetch" }],
  [".rsc", (at) => `${at === "/" ? "/index" : at}.rsc`, { rsc: "1" }],
  [".segments", (at) => `${at === "/" ? "/index" : at}.segments/_tree.segment.rsc`, { rsc: "1" }],
  ["subrequest of middleware", (at) => at, { "x-middleware-subrequest": layers("middleware") }],
  ["subrequest of src/middleware", (at) => at, { "x-middleware-subrequest": layers("src/middleware") }],
  ["subrequest of proxy", (at) => at, { "x-middleware-subrequest": layers("src/proxy") }],
  [
    "a rewrite",
    (at) => at,
    { "x-middleware-rewrite": "/dashboard", "x-matched-path": "/dashboard", "x-invoke-path": "/dashboard" },
  ],
  ["data", (at) => `/_next/data/x${at === "/" ? "/index" : at}.json`, { "x-nextjs-data": "1" }],
  ["two slashes", (at) => `/${at}`, {}],
  ["encoded", (at) => at.replace("/d", "/%64").replace("/k", "/%6b").replace("/n", "/%6e"), {}],
];

/** Further ways that reach a page by different code. */
const differentWays = /^(?:flight data|a prefetch|a prefetched segment|\.rsc|\.segments|a rewrite)$/;

/**
 * With BYPASS=some, visitors with an invalid session (all but the first) try the plain way and, in turn, a different one.
 * The first tries all ways. If there is no middleware to bypass, it tries the plain way and the different ones.
 */
function waysOf(by: typeof ways, visitor: number, place: number, hasMiddleware: boolean): typeof ways {
  if (process.env.BYPASS !== "some") return by;
  const [plain, ...others] = by;
  const different = others.filter(([way]) => differentWays.test(way));
  if (visitor > 0) return [plain!, different[(visitor + place) % different.length]!];
  return hasMiddleware ? by : [plain!, ...different];
}

const protectedBytes = /kept-for-the-owner|Welcome back,/;

interface Visitor {
  name: string;
  headers: Record<string, string>;
}

async function visitors(): Promise<Visitor[]> {
  const { createUser, createWatch, createNotification, createSession } = await factories();
  const owner = await createUser({ firstName: "kept-for-the-owner" });
  const watch = await createWatch(owner, { keyword: "kept-for-the-owner" });
  await createNotification(watch, { item: { title: "kept-for-the-owner", content: "kept-for-the-owner" } });
  const dead = await createSession(owner, { endedAt: new Date() });
  const over = await createSession(owner, { expiresAt: new Date(Date.now() - 1_000) });
  const alive = await createSession(owner);
  const [name] = alive.cookie.split("=");
  const token = alive.bearer.replace("Bearer ", "");
  return [
    { name: "nobody", headers: {} },
    { name: "an ended session", headers: { cookie: dead.cookie, authorization: dead.bearer } },
    { name: "a session that is over", headers: { cookie: over.cookie, authorization: over.bearer } },
    { name: "an access token as a cookie", headers: { cookie: `${name}=${token}` } },
    { name: "a refresh token as a cookie", headers: { cookie: `${name}=${alive.refreshToken}` } },
  ];
}

async function visited(
  request: APIRequestContext,
  base: string,
  places: readonly string[],
  { by = ways, hasMiddleware = true } = {},
): Promise<number> {
  let requested = 0;
  const visitAll = async (visitor: Visitor, turn: number) => {
    for (const [at, place] of places.entries()) {
      const visit = async ([way, address, headers]: (typeof ways)[number]) => {
        const response = await request.get(`${base}${address(place)}`, {
          headers: { ...visitor.headers, ...headers },
          maxRedirects: 0,
        });
        const text = `${await response.text()} ${JSON.stringify(response.headers())}`;
        expect([visitor.name, way, place, protectedBytes.exec(text)?.[0]]).toEqual([
          visitor.name,
          way,
          place,
          undefined,
        ]);
        expect(response.status(), `${way} ${place}: ${text.slice(0, 300)}`).toBeLessThan(500);
        requested += 1;
      };
      await Promise.all(waysOf(by, turn, at, hasMiddleware).map(visit));
    }
  };
  // One after another: parallel visitors use up the server's connections.
  for (const [turn, visitor] of (await visitors()).entries()) await visitAll(visitor, turn);
  return requested;
}

/** The owner's own visit, which contains the protected text. */
async function ownersView(request: APIRequestContext, base: string): Promise<string> {
  const { createUser, createSession } = await factories();
  const owner = await createUser({ firstName: "kept-for-the-owner" });
  const { cookie } = await createSession(owner);
  return (await request.get(`${base}/dashboard`, { headers: { cookie } })).text();
}

test("screens and endpoints don't return protected data to any kind of request", async ({
  request,
  baseURL,
}) => {
  expect(screens.length).toBeGreaterThanOrEqual(16);
  expect(await ownersView(request, baseURL!)).toMatch(protectedBytes);
  const requested = await visited(request, baseURL!, screens);
  console.log(`${requested} visits of ${screens.length} screens`);
});

test("screens and endpoints don't return protected data without the middleware", async ({ request }) => {
  // 2,000 visits take minutes next to other tests.
  test.setTimeout(900_000);
  const settings = JSON.parse(process.env.E2E_SETTINGS ?? "{}") as Record<string, string>;
  const bare = await serveWithoutMiddleware({ ...settings, RATE_LIMIT_DDOS: "1000000/60" });
  try {
    // Make sure the middleware is absent: unknown paths aren't redirected and pages have no CSP.
    const none = await request.get(`${bare.url}/no/such`, { maxRedirects: 0 });
    expect([none.status(), none.headers()["content-security-policy"]]).toEqual([404, undefined]);
    expect(await ownersView(request, bare.url)).toMatch(protectedBytes);
    const requested = await visited(request, bare.url, screens, { hasMiddleware: false });
    const pastHandlers = ways.filter(([way]) => /^(?:plain|subrequest of middleware|a rewrite)$/.test(way));
    const called = await visited(request, bare.url, calls, { by: pastHandlers, hasMiddleware: false });
    console.log(`${requested} visits of ${screens.length} screens, ${called} of ${calls.length} calls`);
  } finally {
    await bare.stop();
  }
});
