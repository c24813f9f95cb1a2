import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import { type StartedSandbox, startSandbox } from "../../sandbox/server";
import { pool } from "@/server/platform/database";
import { listens } from "../support/copy";
import { sandboxAddresses, serveApp, type ServedApp } from "../support/served-app";

let sandbox: StartedSandbox;
let web: ServedApp;
let work: ServedApp;

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  const { DATABASE_URL } = process.env;
  const settings = { ...sandboxAddresses(sandbox.url), DATABASE_URL, LOG_LEVEL: "debug" };
  // The process's role takes precedence over the SCHEDULER setting.
  web = await serveApp("web", { ...settings, SCHEDULER: "on" }, [], ["--web"]);
  work = await serveApp("work", { ...settings, SCHEDULER: "off", APP_URL: web.url }, [], ["--work"]);
});
afterAll(async () => {
  await Promise.all([web.stop(), work.stop()]);
  await sandbox.close();
});

const getStatus = async (app: ServedApp, path: string) =>
  (await fetch(`${app.url}${path}`, { redirect: "manual" })).status;

test("the web process serves pages and the API, the work process only cron and health", async () => {
  for (const path of ["/", "/login", "/dashboard", "/api/keywords", "/api/openapi.json", "/icon.svg"]) {
    expect([path, (await getStatus(web, path)) < 404]).toEqual([path, true]);
    expect([path, await getStatus(work, path)]).toEqual([path, 404]);
  }
  for (const path of ["/api/health/live", "/api/health/ready", "/api/health"]) {
    expect([path, await getStatus(web, path), await getStatus(work, path)]).toEqual([path, 200, 200]);
  }
  expect([await getStatus(work, "/api/cron/poll"), await getStatus(work, "/api/healthy")]).toEqual([
    401, 404,
  ]);
});

test("the work process emails a match without help, with links to the web process", async () => {
  const user = await createUser();
  await createWatch(user, { keyword: "tidewater", subreddits: ["webdev"] });
  sandbox.world.post({ subreddit: "webdev", title: "tidewater" });
  for (const end = Date.now() + 300_000; sandbox.mails().length === 0; await sleep(200)) {
    expect(Date.now()).toBeLessThan(end);
  }
  const [mail] = sandbox.mails();
  expect([mail!.to, mail!.html.includes(`${web.url}/settings`)]).toEqual([[user.email], true]);
  // The email can be sent before the poll has ended. If both processes had clocks, both would have run by
  // now.
  const hasPolled = ({ logFile }: ServedApp) =>
    /"route":"poll".*"a run ended"/.test(readFileSync(logFile, "utf8"));
  for (const end = Date.now() + 300_000; !hasPolled(work); await sleep(200)) {
    expect(Date.now()).toBeLessThan(end);
  }
  expect(hasPolled(web)).toBe(false);
});

test("SIGTERM stops the work process after its run while the web keeps serving, then stops the web", async () => {
  sandbox.failures.set({ mode: "slow", waitSeconds: 2, path: "/r/" });
  for (const end = Date.now() + 300_000; sandbox.failures.hits === 0; await sleep(50)) {
    expect(Date.now()).toBeLessThan(end);
  }
  process.kill(work.pid, "SIGTERM");
  expect(await work.exited).toBe(0);
  expect([await listens(work.url), await getStatus(web, "/api/health/ready")]).toEqual([false, 200]);
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM "Run" WHERE "finishedAt" IS NULL) AS unfinished,
       (SELECT count(*)::int FROM "Lease" WHERE "expiresAt" > clock_timestamp()) AS stored`,
  );
  expect(rows).toEqual([{ unfinished: 0, stored: 0 }]);
  process.kill(web.pid, "SIGTERM");
  expect([await web.exited, await listens(web.url)]).toEqual([0, false]);
});
