/**
 * The built app at 1,000,000 notifications: its list call beside a bare handler, a page far in, and its start:
 * `npx tsx tests/bench/web.ts [notifications] [--short]`.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { ensureBuilt } from "../../scripts/build.mjs";
import { choosePort } from "../../scripts/ports.mjs";
import { startProgram } from "../../scripts/processes.mjs";
import { testSettings } from "../support/settings";
import { serveBarePage } from "./bare-page";
import { isShort, printFigure } from "./figure";
import { median, onOwnDatabase, sizeOr } from "./stage";
import { ask, requestsASecond } from "./web-load";

const group = "web";
const all = sizeOr(isShort ? 40_000 : 1_000_000);
const runMs = isShort ? 2_000 : 8_000;
const rounds = isShort ? 1 : 3;
const logFolder = path.resolve(".data/test/logs");

const port = await choosePort();
// Tokens are made for an address, so this process has the app's.
const appUrl = `http://127.0.0.1:${port}`;

await ensureBuilt();
await onOwnDatabase(bench, { APP_URL: appUrl });

async function bench(databaseUrl: string): Promise<void> {
  const { createSession, createUser, createWatch } = await import("../../prisma/factories");
  const { createManyNotifications } = await import("../support/many-notifications");
  const { listStatements, pageSpeeds } = await import("./web-statements");

  // Somebody with a month's worth, somebody with very many, and the rest of a million.
  const [usual, heavy] = [await createUser(), await createUser()];
  const heavyHeld = Math.floor(all / 5);
  await createManyNotifications([await createWatch(usual)], 400);
  await createManyNotifications([await createWatch(heavy)], heavyHeld);
  const others = [];
  for (let n = 0; n < 20; n += 1) others.push(await createWatch(await createUser()));
  await createManyNotifications(others, Math.floor((all - heavyHeld - 400) / others.length));
  const { bearer } = await createSession(usual);

  const asked = {
    DATABASE_URL: databaseUrl,
    BENCH_STATEMENTS: JSON.stringify(await listStatements(usual.id)),
  };
  const control = await startProgram("bench-control", "tests/bench/web-control.ts", {
    env: asked,
    imports: ["tsx"],
    logFolder,
  });
  const bare = `http://127.0.0.1:${control.message.port}`;
  const env = {
    ...testSettings,
    DATABASE_URL: databaseUrl,
    APP_URL: appUrl,
    PORT: String(port),
    LOG_LEVEL: "error",
    UPSTASH_REDIS_REST_URL: bare,
    RATE_LIMIT_NOTIFICATION: "1000000/60",
  };
  const begun = performance.now();
  const app = await startProgram("bench-app", "scripts/serve.mjs", { env, logFolder });
  const headers = { authorization: bearer };
  const list = `${appUrl}/api/notifications`;
  await ask(list, headers);
  printStart(performance.now() - begun, app.pid!);

  // Built before anything is timed.
  const next = await serveBarePage(asked);
  const asking = { ours: list, bare, "bare, in Next": `${next.url}/list` };
  const rates = Object.fromEntries(Object.keys(asking).map((who) => [who, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [who, url] of Object.entries(asking)) {
      const rate = await requestsASecond(url, headers, runMs);
      if (round > 0) rates[who]!.push(rate);
    }
  }
  const [ours, theirs, theirsInNext] = Object.values(rates).map(median) as [number, number, number];
  console.log(
    `list ${ours.toFixed(0)}/s, bare handler ${theirs.toFixed(0)}/s, in Next ${theirsInNext.toFixed(0)}/s`,
  );
  const figure = { group, goal: 0.65, unit: "×", bound: "floor", wide: 0.05 } as const;
  const what = `a list call at ${all.toLocaleString("en")} notifications, against a bare handler`;
  printFigure({ ...figure, what, measured: ours / theirs });
  printFigure({ ...figure, what: `${what} in Next`, measured: ours / theirsInNext });
  await next.stop();
  for (const program of [app, control]) await program.stop();

  const { firstMs, deepMs, pages } = await pageSpeeds(heavy.id, heavyHeld);
  printFigure({
    group,
    what: `${pages.toLocaleString("en")} pages in by cursor, against the first`,
    goal: 1.5,
    measured: deepMs / firstMs,
    unit: "×",
    bound: "ceiling",
    wide: 10,
  });
}

function printStart(startMs: number, pid: number): void {
  printFigure({
    group,
    what: "cold start to the first answer",
    goal: 1.5,
    measured: startMs / 1000,
    unit: "s",
    bound: "ceiling",
  });
  if (process.platform !== "linux") return;
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);
  printFigure({
    group,
    what: "memory then",
    goal: 250,
    measured: kilobytes / 1024,
    unit: "MB",
    bound: "ceiling",
  });
}
