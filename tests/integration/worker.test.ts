import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { ensureBuilt } from "../../scripts/build.mjs";
import { choosePort } from "../../scripts/ports.mjs";
import { startProgram } from "../../scripts/processes.mjs";
import { pool } from "@/server/platform/database";
import { sandboxAddresses } from "../support/served-app";
import { testSettings } from "../support/settings";

let sandbox: StartedSandbox;
let worker: Awaited<ReturnType<typeof startProgram>>;
let url: string;

async function startWorker(name: string, settings: Record<string, string> = {}) {
  const port = await choosePort();
  const { DATABASE_URL } = process.env;
  const program = await startProgram(name, "scripts/serve.mjs", {
    args: ["--work"],
    env: { ...testSettings, ...sandboxAddresses(sandbox.url), DATABASE_URL, PORT: String(port), ...settings },
    logFolder: path.resolve(".data/test/logs"),
  });
  return { program, url: `http://127.0.0.1:${port}` };
}

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  await ensureBuilt();
  ({ program: worker, url } = await startWorker("worker"));
});
afterAll(async () => {
  await worker.stop();
  await sandbox.close();
});

const request = (path: string, method = "GET", secret?: string) =>
  fetch(`${url}${path}`, { method, headers: secret ? { authorization: `Bearer ${secret}` } : {} });

/** Resident memory (MB). */
function memoryMb({ pid } = worker): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return Number(kb) / 1024;
}

test("an idle worker needs at most 110 MB", async () => {
  // The heap shrinks within seconds of the start.
  await expect.poll(memoryMb).toBeLessThanOrEqual(110);
});

test("it needs at most 110 MB without billing too, and after checking for deleted items", async () => {
  const { program, url: own } = await startWorker("idle-worker", { BILLING: "off" });
  const headers = { authorization: `Bearer ${testSettings.CRON_SECRET}` };
  expect((await fetch(`${own}/api/cron/retention`, { headers })).status).toBe(200);
  await expect.poll(() => memoryMb(program)).toBeLessThanOrEqual(110);
  await program.stop();
});

test("a worker serves health, metrics and cron routes only", async () => {
  const { CRON_SECRET, METRICS_TOKEN } = testSettings;
  const statuses = async (method: string, secret?: string) => {
    const paths = ["/api/health", "/api/health/live", "/api/health/ready", "/api/metrics", "/api/cron/poll"];
    return Promise.all(paths.map(async (path) => (await request(path, method, secret)).status));
  };
  expect(await statuses("GET")).toEqual([200, 200, 200, 401, 401]);
  expect(await statuses("HEAD", METRICS_TOKEN)).toEqual([200, 200, 200, 200, 401]);
  expect(await statuses("POST", CRON_SECRET)).toEqual([405, 405, 405, 405, 405]);
  for (const path of ["/", "/api/keywords", "/api/cron/other"])
    expect([path, (await request(path)).status]).toEqual([path, 404]);
  const response = await request("/api/health/live");
  expect(await response.json()).toEqual({ status: "ok", checks: {} });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-type": expect.stringMatching(/^application\/json/),
    "x-request-id": expect.any(String),
  });
  const metrics = await (await request("/api/metrics", "GET", METRICS_TOKEN)).text();
  expect(metrics).toContain("earshot_database_up 1");
});

test("a worker reads, renders and sends", async () => {
  const user = await createUser();
  await createWatch(user, {
    keyword: "tidewater",
    subreddits: ["webdev"],
    activeSince: new Date(0),
  });
  sandbox.world.post({ subreddit: "webdev", title: "tidewater" });
  await expect.poll(() => sandbox.mails().length, { timeout: 120_000 }).toBe(1);
  expect(sandbox.mails()[0]!.html).toContain("tidewater");
});

test("SIGTERM ends a worker after its runs, which release their leases", async () => {
  sandbox.failures.set({ mode: "slow", waitSeconds: 2, path: "/r/" });
  for (const end = Date.now() + 120_000; sandbox.failures.hits === 0; await sleep(50))
    expect(Date.now()).toBeLessThan(end);
  process.kill(worker.pid!, "SIGTERM");
  expect(await worker.exited).toBe(0);
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM "Run" WHERE "finishedAt" IS NULL) AS unfinished,
       (SELECT count(*)::int FROM "Lease" WHERE "expiresAt" > clock_timestamp()) AS stored`,
  );
  expect(rows).toEqual([{ unfinished: 0, stored: 0 }]);
});

test("workers share the sites, and another one takes over when one is killed", async () => {
  const [{ program: killed }, { program: other }] = [await startWorker("killed"), await startWorker("other")];
  try {
    const current = async () => {
      const { rows } = await pool().query<{ all: number; current: number; owners: number }>(
        `SELECT count(*)::int AS "all", count(*) FILTER (WHERE "expiresAt" > clock_timestamp())::int AS "current",
           count(DISTINCT "owner") FILTER (WHERE "expiresAt" > clock_timestamp())::int AS "owners"
         FROM "Lease" WHERE "name" LIKE 'poll:%'`,
      );
      return rows[0]!;
    };
    await expect.poll(async () => (await current()).owners).toBe(2);
    const sent = sandbox.mails().length;
    process.kill(killed.pid!, "SIGKILL");
    await killed.exited;
    await createWatch(await createUser(), {
      keyword: "tidewater",
      subreddits: ["webdev"],
      activeSince: new Date(0),
    });
    sandbox.failures.clear();
    sandbox.world.post({ subreddit: "webdev", title: "tidewater again" });
    await expect.poll(() => sandbox.mails().length, { timeout: 120_000 }).toBeGreaterThan(sent);
    // The other one reads all sites now.
    await expect.poll(async () => (await current()).all - (await current()).current).toBe(0);
  } finally {
    await Promise.all([killed.stop(), other.stop()]);
  }
});
