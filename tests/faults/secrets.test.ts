import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import pg from "pg";
import {
  createNotification,
  createSession,
  createUser,
  createWatch,
  factoryPassword,
} from "../../prisma/factories";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { canaries, databaseCanary, secretCanaries } from "../support/canaries.mjs";
import { pool } from "@/server/platform/database";
import { startCollector, startFront } from "../support/collector";
import { type CuttingProxy, startCuttingProxy } from "../support/cutting-proxy";
import { createPendingEmail } from "../support/pending-email";
import { sandboxAddresses, serveApp, type ServedApp } from "../support/served-app";
import { testSettings } from "../support/settings";

// Runs the app with canaries as secrets, the most verbose log level and a trace collector, through pages, API
// requests, runs, errors and failing providers. Then searches all output for the canaries. `npm test` also
// builds the app with them.
const keyword = "canaryword";
const address = "canary.person@earshot.example";
const leaverAddress = "canary.leaver@earshot.example";
const role = `canary_${process.pid}`;

let sandbox: StartedSandbox;
let front: Awaited<ReturnType<typeof startFront>>;
let collector: Awaited<ReturnType<typeof startCollector>>;
let gate: CuttingProxy;
let app: ServedApp;
let bearer: string;
let cookie: string;
/** All responses: status, headers and body. */
const responses: string[] = [];

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("adminUrl") });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false });
  front = await startFront(sandbox.url);
  collector = await startCollector();
  await asAdmin(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD '${databaseCanary}'`);
  const database = new URL(process.env.DATABASE_URL ?? "");
  database.username = role;
  database.password = databaseCanary;
  gate = await startCuttingProxy(Number(database.port));
  database.port = String(gate.port);

  Object.assign(process.env, canaries);
  const user = await createUser({ email: address, firstName: keyword, plan: "pro" });
  const watch = await createWatch(user, { keyword, subreddits: ["webdev"] });
  await createNotification(watch, { item: { title: `About ${keyword}`, content: keyword } });
  await createPendingEmail(user.id, new Date(), { keyword, title: keyword, content: keyword });
  const session = await createSession(user);
  ({ bearer, cookie } = session);
  app = await serveApp("secrets", {
    ...canaries,
    ...sandboxAddresses(front.url),
    DATABASE_URL: database.href,
    LOG_LEVEL: "debug",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  // The cookie's name ends with the app's port.
  cookie = cookie.replace(/^[^=]+/, (name) => name.replace(/\d+$/, new URL(app.url).port));
});

afterAll(async () => {
  await app.stop();
  collector.close();
  front.close();
  await sandbox.close();
  await asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`).catch(
    () => undefined,
  );
  await asAdmin(`DROP ROLE IF EXISTS ${role}`);
});

async function request(at: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(`${app.url}${at}`, { redirect: "manual", ...init });
  const text = await response.clone().text();
  responses.push(`${response.status} ${JSON.stringify([...response.headers])} ${text}`);
  return response;
}
const call = (at: string, method = "GET", body?: object) =>
  request(`/api${at}`, {
    method,
    headers: { authorization: bearer, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
const cron = (name: string, secret = canaries.CRON_SECRET) =>
  request(`/api/cron/${name}`, { headers: { authorization: `Bearer ${secret}` } });

/** A typical day of users, schedulers and providers. */
async function aDay(): Promise<void> {
  for (const at of ["/", "/login", "/dashboard", "/keywords", "/settings", "/subscription", "/no/such"]) {
    await request(at);
    await request(at, { headers: { cookie } });
  }
  for (const at of [
    "/users/profile",
    "/keywords",
    "/notifications",
    "/coverage",
    "/users/export",
    "/push/key",
  ])
    await call(at);
  for (const at of ["/health", "/health/ready", "/openapi.json", "/no/such"]) await call(at);
  await call("/keywords", "POST", { keyword: `${keyword} two`, subreddits: ["programming"] });
  await call("/subscriptions/create-checkout-session", "POST", { priceId: "monthly" });
  await call("/auth/login", "POST", { email: address, password: "Wrong-2026" });
  await call("/auth/forgot-password", "POST", { email: address });
  await call("/webhooks/stripe", "POST", { id: "evt_x" });
  await call("/webhooks/resend", "POST", { type: "x" });
  await call("/subreddits/validate/webdev");
  for (const name of ["poll", "deliver", "retention"]) await cron(name);
  await cron("poll", "wrong");
  await request("/api/metrics", { headers: { authorization: `Bearer ${canaries.METRICS_TOKEN}` } });
}

const found = (text: string | Buffer, what: readonly string[]) => what.filter((one) => text.includes(one));
const logged = () => readFileSync(app.logFile, "utf8");

test("a normal day, then a day with failures of every provider", async () => {
  await aDay();
  for (const service of ["reddit", "resend", "stripe", "upstash"] as const)
    sandbox.failures.set({ service, mode: "json", status: 500 });
  const user = await createUser();
  await createPendingEmail(user.id, new Date(), { keyword, title: keyword, content: keyword });
  // The goodbye email is still pending, with its address.
  const leaver = await createSession(await createUser({ email: leaverAddress }));
  const left = await request("/api/users/profile", {
    method: "DELETE",
    headers: { authorization: leaver.bearer, "content-type": "application/json" },
    body: JSON.stringify({ password: factoryPassword }),
  });
  expect(left.status).toBe(204);
  await aDay();
  const { rows } = await pool().query<{ kept: string }>(
    `SELECT c::text AS kept FROM "ClosedAccount" c UNION ALL SELECT d::text FROM "Delivery" d WHERE d."template" = 'account-deleted'`,
  );
  expect(rows).toHaveLength(2);
  for (const { kept: retained } of rows) expect(retained).not.toContain(leaverAddress);
  sandbox.failures.clear();
  expect(responses.length).toBeGreaterThan(70);
  expect(responses.filter((response) => response.startsWith("200")).length).toBeGreaterThan(20);
});

test("errors during a database outage reveal no details", async () => {
  await gate.close();
  const page = await request("/dashboard", { headers: { cookie } });
  expect(page.status).toBe(500);
  expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(page.headers.get("cache-control")).toContain("no-store");
  expect(await page.text()).not.toMatch(/pg_|node_modules|ECONN|role "/);
  expect((await call("/keywords")).status).toBe(503);
  expect((await call("/health")).status).toBe(503);
});

test("responses contain no secrets", () => {
  for (const response of responses) expect(found(response, secretCanaries)).toEqual([]);
});

test("the log is one line of JSON per entry, without secrets, keywords or addresses", async () => {
  const lines = logged().split("\n").filter(Boolean);
  const plain = lines.filter((line) => !line.startsWith("{"));
  // Lines printed before the settings are read, and the listening address.
  expect(
    plain.filter((line) => !/^(?:Earshot listens on|MAX_CONNECTIONS is|✓ Running next\.config)/.test(line)),
  ).toEqual([]);
  for (const line of lines.filter((one) => one.startsWith("{"))) JSON.parse(line);
  expect(lines.length).toBeGreaterThan(50);
  expect(found(logged(), [...secretCanaries, keyword, address, leaverAddress])).toEqual([]);
  expect(found(logged(), [bearer.slice(7), cookie.split("=")[1]!])).toEqual([]);
  const runs = lines.filter((line) => line.includes('"msg":"a run ended"'));
  expect(runs.length).toBeGreaterThanOrEqual(6);
});

test("the build and its source maps contain no secrets", () => {
  const dropped = /^(?:cache|dev|trace|diagnostics)(?:\/|$)/;
  const files = readdirSync(".next", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !dropped.test(path.relative(".next", file)));
  expect(files.length).toBeGreaterThan(100);
  const leaks = files.flatMap((file) =>
    found(readFileSync(file), [...secretCanaries, ...testSecrets]).map((secret) => `${file}: ${secret}`),
  );
  expect(leaks).toEqual([]);
});
const testSecrets = Object.entries(testSettings)
  .filter(([name]) => /SECRET|TOKEN|(?<!^RATE_LIMIT)_KEY$/.test(name))
  .map(([, value]) => value);

test("traces of requests, runs, lanes, enqueuing and batches reach the collector with ids and counts only", async () => {
  await app.stop();
  const names = new Set(collector.spans().map(({ name }) => name));
  for (const name of [
    "run poll",
    "run deliver",
    "run retention",
    "lane",
    "enqueue",
    "deliver",
    "send request",
  ])
    expect([name, names.has(name)]).toEqual([name, true]);
  expect([...names].filter((name) => /GET \/api\/keywords/.test(name))).not.toEqual([]);
  const poll = collector.spans().find(({ name }) => name === "run poll")!;
  const keys = poll.attributes.map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(["earshot.run", "earshot.items", "earshot.notifications"]));
  const lane = collector.spans().find(({ name }) => name === "lane")!;
  expect(lane.traceId).toBe(
    collector.spans().find((span) => span.name.startsWith("run") && span.traceId === lane.traceId)?.traceId,
  );
  const [resource] = collector.resources();
  const service = Object.fromEntries(resource!.attributes.map(({ key, value }) => [key, value.stringValue]));
  expect(service).toMatchObject({ "service.name": "earshot", "service.version": expect.any(String) });
  const hidden = [...secretCanaries, keyword, address, leaverAddress, bearer.slice(7)];
  expect(found(collector.text(), hidden)).toEqual([]);
  expect(collector.text()).not.toMatch(/http\.target|http\.url|\?_rsc=/);
});
