/**
 * The cost of 20,000 texts designed to be expensive, each measured by processor time in a thread, and the
 * delay of requests during rendering: `npm run bench render`.
 */
import path from "node:path";
import { Worker } from "node:worker_threads";
import { ensureBuilt } from "../../scripts/build.mjs";
import { choosePort } from "../../scripts/ports.mjs";
import { startProgram } from "../../scripts/processes.mjs";
import { attackTableHtml, hostileHtml } from "../support/hostile-html";
import { attackTable, hostileMarkdown, seededRandom } from "../support/hostile-texts";
import { testSettings } from "../support/settings";
import { isShort, printFigure, seed } from "./figure";
import type { Cost } from "./render-thread";
import { onOwnDatabase, sizeOr } from "./stage";

const group = "render";
const documents = sizeOr(isShort ? 400 : 20_000);
const threads = 2;

await measureCost();
if (!isShort) await measureWaits();

async function measureCost(): Promise<void> {
  const share = Math.ceil(documents / threads);
  const costs = await Promise.all(
    Array.from({ length: threads }, (_, nth) => costOf({ from: seed + nth * share, count: share })),
  );
  const slowest = costs.flatMap((cost) => cost.slowest).sort((one, other) => other.ms - one.ms);
  const total = costs.reduce((sum, cost) => sum + cost.totalMs, 0);
  console.log(`on average ${(total / documents).toFixed(1)} ms; the slowest:`);
  for (const one of slowest.slice(0, 5)) console.log(`  ${one.ms.toFixed(0)} ms, seed ${one.seed}`);
  printFigure({
    group,
    what: `${documents} documents made to be dear: the slowest, processor time`,
    goal: 200,
    measured: slowest[0]?.ms ?? 0,
    unit: "ms",
    bound: "ceiling",
    wide: 600,
  });
  printFigure({
    group,
    what: "documents that come to more than the budget",
    goal: 0,
    measured: costs.reduce((sum, cost) => sum + cost.over, 0),
    unit: "",
    bound: "ceiling",
    wide: 0,
  });
}

function costOf(work: { from: number; count: number }): Promise<Cost> {
  const worker = new Worker(new URL("./render-thread.ts", import.meta.url), { workerData: work });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

/**
 * Measures the response time of the built app's liveness check while its deliver route renders such posts.
 */
async function measureWaits(): Promise<void> {
  await ensureBuilt();
  const port = await choosePort();
  const appUrl = `http://127.0.0.1:${port}`;
  await onOwnDatabase(
    async (databaseUrl) => {
      const app = await startProgram("bench-render", "scripts/serve.mjs", {
        env: {
          ...testSettings,
          DATABASE_URL: databaseUrl,
          APP_URL: appUrl,
          PORT: String(port),
          SCHEDULER: "off",
        },
        logFolder: path.resolve(".data/test/logs"),
      });
      try {
        await compareWaits(appUrl);
      } finally {
        await app.stop();
      }
    },
    { APP_URL: appUrl },
  );
}

async function compareWaits(appUrl: string): Promise<void> {
  const { pool } = await import("../../src/server/platform/database");
  const { storable } = await import("@/domain/reading/item");
  const deliver = async () => {
    const authorization = `Bearer ${testSettings.CRON_SECRET}`;
    const response = await fetch(`${appUrl}/api/cron/deliver`, { headers: { authorization } });
    if (!response.ok) throw new Error(`the deliver route answered ${response.status}`);
  };
  await deliver();
  const alone = await longestWait(appUrl, () => new Promise((resolve) => setTimeout(resolve, 10_000)));
  const texts = Array.from({ length: 1_500 }, (_, nth) => hostilePost(nth));
  await pool().query(
    `INSERT INTO "Item" ("fullname", "kind", "site", "place", "title", "content", "sourceHtml", "url", "createdAt", "storedAt", "checkedAt", "renderAt")
     SELECT 't3_' || n, 'post', 'reddit', 'webdev', 'a title', body, html, '', now(), now(), now(), now() - interval '1 s'
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS x(body, html, n)`,
    [texts.map(({ body }) => storable(body)), texts.map(({ html }) => html && storable(html))],
  );
  const others = await longestWait(appUrl, deliver);
  const { rows } = await pool().query<{ rendered: number }>(
    `SELECT count(*)::int AS rendered FROM "Item" WHERE "html" IS NOT NULL`,
  );
  console.log(
    `${rows[0]!.rendered} posts rendered; alone ${alone.toFixed(0)} ms, beside ${others.toFixed(0)} ms`,
  );
  printFigure({
    group,
    what: "/api/health/live beside it: its longest wait, above that without",
    goal: 250,
    measured: others - alone,
    unit: "ms",
    bound: "ceiling",
  });
  printFigure({
    group,
    what: "posts rendered meanwhile",
    goal: texts.length / 3,
    measured: rows[0]!.rendered,
    unit: "",
    bound: "floor",
  });
}

function hostilePost(nth: number): { body: string; html: string | null } {
  const random = seededRandom(seed + nth);
  if (nth % 4 === 0) return { body: attackTable(7_662 + nth * 8), html: attackTableHtml(7_662 + nth * 8) };
  return { body: hostileMarkdown(random), html: nth % 4 === 1 ? hostileHtml(random) : null };
}

async function longestWait(appUrl: string, work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  const done = work().finally(() => (isOver = true));
  while (!isOver) {
    const started = performance.now();
    await (await fetch(`${appUrl}/api/health/live`)).text();
    longest = Math.max(longest, performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await done;
  return longest;
}
