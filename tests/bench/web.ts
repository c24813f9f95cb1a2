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
import { secondsOf } from "./backend-time";
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

  const control = await startProgram("bench-control", "tests/bench/web-control.ts", {
    env: { DATABASE_URL: databaseUrl, BENCH_STATEMENTS: JSON.stringify(await listStatements(usual.id)) },
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

  const [ours, theirs]: number[][] = [[], []];
  for (const url of [list, bare]) await requestsASecond(url, headers, runMs / 2);
  if (process.platform === "linux") {
    const work = async (pid: number, url: string) => {
      const before = secondsOf(pid);
      const answered = (await requestsASecond(url, headers, runMs)) * (runMs / 1000);
      return (((secondsOf(pid) - before) / answered) * 1000).toFixed(2);
    };
    console.log(
      `processor time a request: ${await work(app.pid!, list)} ms, bare ${await work(control.pid!, bare)} ms`,
    );
  }
  for (let round = 0; round < rounds; round += 1) {
    ours!.push(await requestsASecond(list, headers, runMs));
    theirs!.push(await requestsASecond(bare, headers, runMs));
  }
  console.log(`list ${median(ours!).toFixed(0)}/s, bare handler ${median(theirs!).toFixed(0)}/s`);
  printFigure({
    group,
    what: `a list call at ${all.toLocaleString("en")} notifications, against a bare handler`,
    goal: 0.65,
    measured: median(ours!) / median(theirs!),
    unit: "×",
    bound: "floor",
    wide: 0.05,
  });
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
