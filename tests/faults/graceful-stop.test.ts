import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { type StartedSandbox, startSandbox } from "../../sandbox/server";
import { pool } from "@/server/platform/database";
import { recordFaults } from "../support/fault-report";
import { callCron, sandboxAddresses, serveApp, type ServedApp } from "../support/served-app";
import { listens } from "../support/copy";

let sandbox: StartedSandbox;
let app: ServedApp;

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  const addresses = sandboxAddresses(sandbox.url);
  app = await serveApp("stopped", { ...addresses, DATABASE_URL: process.env.DATABASE_URL });
});
afterAll(async () => {
  await app.stop();
  await sandbox.close();
});

async function untilRequested(path: string): Promise<void> {
  for (const end = Date.now() + 300_000; Date.now() < end; await sleep(50)) {
    if (sandbox.failures.hits > 0) return;
  }
  throw new Error(`${path} was not asked for`);
}

test("SIGTERM during a run finishes work in progress and then exits", async () => {
  const user = await createUser();
  await createWatch(user, { keyword: "tidewater", subreddits: ["webdev"] });
  const written = sandbox.world.post({ subreddit: "webdev", title: "tidewater" });
  sandbox.failures.set({ mode: "slow", waitSeconds: 2, path: "/r/" });
  const run = callCron(app.url, "poll");
  await untilRequested("a listing");

  const sinceMs = performance.now();
  process.kill(app.pid, "SIGTERM");
  const response = await run;
  const respondedMs = Math.round(performance.now() - sinceMs);
  expect([response.status, await app.exited]).toEqual([200, 0]);
  const endedMs = Math.round(performance.now() - sinceMs);
  console.log(
    `SIGTERM in a run: it answered after ${respondedMs} ms, the server was gone after ${endedMs} ms`,
  );
  expect(await listens(app.url)).toBe(false);

  // The run's row is complete, its lease is free, and the next run can do the remaining work.
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM "Run" WHERE "finishedAt" IS NULL) AS unfinished,
       (SELECT count(*)::int FROM "Lease" WHERE "expiresAt" > clock_timestamp()) AS stored`,
  );
  expect(rows).toEqual([{ unfinished: 0, stored: 0 }]);
  sandbox.failures.clear();
  app = await serveApp("stopped", {
    ...sandboxAddresses(sandbox.url),
    DATABASE_URL: process.env.DATABASE_URL,
  });
  for (let tries = 0; tries < 300 && sandbox.mails().length === 0; tries++) {
    await callCron(app.url, "poll");
    await sleep(1_000);
  }
  const { rows: found } = await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Notification"`);
  expect(found).toEqual([{ fullname: written }]);
  expect(sandbox.mails()).toHaveLength(1);
  recordFaults({ fault: "SIGTERM in a run", injected: 1, lost: 0, doubled: 0, stuck: 0 });
});
