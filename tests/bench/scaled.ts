/**
 * Two web processes, three workers, nginx and PgBouncer under load, with one worker killed every minute:
 * `npx tsx tests/bench/scaled.ts [minutes]`. Writes two items a second to a simulated Reddit; two
 * accounts receive each by webhook. A client reads lists and pages through nginx.
 */
import { createServer, type IncomingMessage } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuilt } from "../../scripts/build.mjs";
import { choosePort } from "../../scripts/ports.mjs";
import { startProgram } from "../../scripts/processes.mjs";
import { closed, listen } from "../../sandbox/socket";
import { testSettings } from "../support/settings";
import { printFigure } from "./figure";
import { startPooler } from "../support/pooler";
import { startProxy } from "./proxy";
import { onOwnDatabase, sizeOr } from "./stage";

const group = "scaled";
const runMs = sizeOr(60) * 60_000;
const itemEveryMs = 500;
const killEveryMs = 60_000;
const requestEveryMs = 200;
const accounts = 20;
const watchersEach = 2;
const subreddits = ["webdev", "startups", "smallbusiness", "programming", "Coffee", "SaaS", "Entrepreneur"];
const keywords = Array.from({ length: accounts / watchersEach }, (_, n) => `tidewater${n}x`);
const logFolder = path.resolve(".data/test/logs");

/** Messages by "account fullname": the ids of the requests that contained the match, and when the first arrived. */
const received = new Map<string, { ids: Set<string>; atMs: number }>();
let repeated = 0;

await ensureBuilt();
const sandbox = await startProgram("bench-sandbox", "sandbox/main.ts", {
  args: ["--certificate", path.resolve(".data/test"), "--no-stream", "--history-hours", "0"],
  imports: ["tsx"],
  logFolder,
});
const site = `http://127.0.0.1:${sandbox.message.port}`;
const appPort = await choosePort();
const appUrl = `http://127.0.0.1:${appPort}`;
const settings = {
  APP_URL: appUrl,
  LOCAL_ADDRESSES: "127.0.0.1/32",
  SITES: "reddit",
  REDDIT_AUTH_URL: `${site}/reddit`,
  REDDIT_API_URL: `${site}/reddit`,
  RESEND_BASE_URL: `${site}/resend`,
};
try {
  await onOwnDatabase(bench, { ...settings, SCHEDULER: "off" });
} finally {
  await sandbox.stop();
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function receiver() {
  return createServer(async (request, response) => {
    const id = String(request.headers["webhook-id"]);
    const { data } = JSON.parse(await readAll(request)) as { data: { matches: { id: string }[] } };
    for (const match of data.matches) {
      const key = `${request.url} ${match.id}`;
      const known = received.get(key);
      if (known === undefined) received.set(key, { ids: new Set([id]), atMs: Date.now() });
      else if (known.ids.has(id)) repeated += 1;
      else known.ids.add(id);
    }
    setTimeout(() => response.writeHead(204).end(), 100);
  });
}

async function bench(url: string): Promise<void> {
  const pooler = await startPooler(url);
  if (pooler === null) return console.log("no pgbouncer here: skipped");
  const server = receiver();
  const receiverPort = await listen(server);
  const headers = await makeAccounts(receiverPort);

  const common = {
    ...{ ...testSettings, ...settings, DATABASE_URL: pooler.url, DIRECT_DATABASE_URL: url },
    ...{ LOG_LEVEL: "error", UPSTASH_REDIS_REST_URL: undefined, UPSTASH_REDIS_REST_TOKEN: undefined },
  };
  let started = 0;
  const serve = async (role: "web" | "work") => {
    const port = await choosePort();
    const env = { ...common, PORT: String(port), TRUSTED_PROXY_HOPS: role === "web" ? "1" : "0" };
    const name = `bench-${role}-${(started += 1)}`;
    const program = await startProgram(name, "scripts/serve.mjs", { args: [`--${role}`], env, logFolder });
    return { port, program };
  };
  const webs = [await serve("web"), await serve("web")];
  const workers = [await serve("work"), await serve("work"), await serve("work")];
  const proxy = await startProxy(
    appPort,
    webs.map(({ port }) => port),
  );
  if (proxy === null) return console.log("no nginx here: skipped");
  await sleep(30_000);

  const endMs = Date.now() + runMs;
  const responses: Responded[] = [];
  const killing = killWorkers(workers, () => serve("work"), endMs);
  const [posted] = await Promise.all([write(endMs), browse(headers, endMs, responses)]);
  const kills = await killing;
  await waitForMessages(posted.size * watchersEach);
  await report(posted, responses, kills);

  await proxy.stop();
  await Promise.all([...webs, ...workers].map(({ program }) => program.stop()));
  server.closeAllConnections();
  await closed(server);
  await pooler.stop();
}

/** Creates the accounts with their watches and webhooks. Returns the headers of a session of the first. */
async function makeAccounts(receiverPort: number): Promise<Record<string, string>> {
  const { createSession, createUser, createWatch } = await import("../../prisma/factories");
  const { createDestination } = await import("../support/given-destinations");
  const { makeSecret } = await import("../../src/channels/webhook/secret");
  let headers = {};
  for (let n = 0; n < accounts; n += 1) {
    const user = await createUser({ plan: "pro", emailNotifications: false });
    await createWatch(user, { keyword: keywords[n % keywords.length]!, subreddits });
    const address = `http://127.0.0.1:${receiverPort}/${n}`;
    await createDestination(user.id, { channel: "webhook", address, secret: makeSecret() });
    if (n > 0) continue;
    const { bearer, cookie } = await createSession(user);
    headers = { authorization: bearer, cookie };
  }
  return headers;
}

/** Writes items at an even pace. Returns their times by fullname (ms). */
async function write(endMs: number): Promise<Map<string, number>> {
  const posted = new Map<string, number>();
  const startMs = Date.now();
  while (Date.now() < endMs) {
    const n = posted.size;
    const draft = {
      subreddit: subreddits[n % subreddits.length],
      title: `About ${keywords[n % keywords.length]} number ${n}`,
      selftext: "A sentence below.",
    };
    const response = await fetch(`${site}/control/post`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(draft),
    });
    const { fullname } = (await response.json()) as { fullname: string };
    posted.set(fullname, Date.now());
    await sleep(Math.max(0, startMs + posted.size * itemEveryMs - Date.now()));
  }
  return posted;
}

/** A response to a request through nginx. Status 0: none. */
interface Responded {
  path: string;
  status: number;
  at: number;
  ms: number;
}

async function browse(headers: Record<string, string>, endMs: number, responses: Responded[]) {
  const paths = ["/api/notifications", "/notifications", "/api/keywords", "/dashboard", "/api/health/live"];
  for (let n = 0; Date.now() < endMs; n += 1) {
    const [startedMs, at, path] = [performance.now(), Date.now(), paths[n % paths.length]!];
    const status = await fetch(`${appUrl}${path}`, {
      headers,
      redirect: "manual",
    }).then(
      async (response) => (await response.arrayBuffer(), response.status),
      () => 0,
    );
    responses.push({ path, status, at, ms: performance.now() - startedMs });
    await sleep(requestEveryMs);
  }
}

interface Served {
  program: Awaited<ReturnType<typeof startProgram>>;
}

async function killWorkers(
  workers: Served[],
  serve: () => Promise<Served & { port: number }>,
  endMs: number,
): Promise<number> {
  let kills = 0;
  while (Date.now() + killEveryMs < endMs) {
    await sleep(killEveryMs);
    const index = kills % workers.length;
    process.kill(workers[index]!.program.pid!, "SIGKILL");
    await workers[index]!.program.exited;
    workers[index] = await serve();
    kills += 1;
  }
  return kills;
}

async function waitForMessages(count: number): Promise<void> {
  for (const endMs = Date.now() + 120_000; received.size < count && Date.now() < endMs;) await sleep(200);
  // Claims of a killed worker expire within 30 s. Only then could another worker send a message again.
  await sleep(30_000);
}

async function report(
  posted: ReadonlyMap<string, number>,
  responses: readonly Responded[],
  kills: number,
): Promise<void> {
  const { pool } = await import("../../src/server/platform/database");
  const { rows } = await pool().query<{ fullname: string; count: number }>(
    `SELECT "fullname", count(*)::int AS count FROM "Notification" GROUP BY 1`,
  );
  const recorded = new Map(rows.map(({ fullname, count }) => [fullname, count]));
  const unrecorded = [...posted.keys()].filter((fullname) => recorded.get(fullname) !== watchersEach).length;
  const waits = [...received].flatMap(([key, { atMs }]) => {
    const writtenMs = posted.get(key.split(" ")[1]!);
    return writtenMs === undefined ? [] : [(atMs - writtenMs) / 1000];
  });
  const quantile = (values: readonly number[], share: number) =>
    [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Infinity;
  const ms = responses.map((response) => response.ms);
  const failed = responses.filter(({ status }) => status !== 200);
  for (const { status, at, path } of failed) console.log(`${new Date(at).toISOString()} ${status} ${path}`);
  console.log(
    `${posted.size} items, ${kills} workers killed; ${received.size} of ${posted.size * watchersEach} messages, ${repeated} repeated with the same id; ` +
      `${responses.length} requests through nginx, p50 ${Math.round(quantile(ms, 0.5))} ms, p95 ${Math.round(quantile(ms, 0.95))} ms; ` +
      `item to webhook p50 ${quantile(waits, 0.5).toFixed(1)} s, p95 ${quantile(waits, 0.95).toFixed(1)} s, p99 ${quantile(waits, 0.99).toFixed(1)} s`,
  );
  const doubled = [...received.values()].filter(({ ids }) => ids.size > 1).length;
  const figures = [
    ["items that aren't recorded once per watch", unrecorded, 0, ""],
    ["messages lost", posted.size * watchersEach - received.size, 0, ""],
    ["matches sent with two ids", doubled, 0, ""],
    ["requests through nginx without a 200", failed.length, 0, ""],
    ["item to webhook, longest", quantile(waits, 1), 60, "s"],
  ] as const;
  for (const [what, measured, goal, unit] of figures)
    printFigure({ group, what, measured, goal, unit, bound: "ceiling" });
}
