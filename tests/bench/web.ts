/**
 * The built app with 1,000,000 notifications: its list request compared to a minimal handler, a distant page,
 * and its startup: `npx tsx tests/bench/web.ts [notifications] [--short]`.
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
import { send, requestsASecond } from "./web-load";

const group = "web";
const all = sizeOr(isShort ? 40_000 : 1_000_000);
const runMs = isShort ? 2_000 : 8_000;
const rounds = isShort ? 1 : 3;
const logFolder = path.resolve(".data/test/logs");

const port = await choosePort();
// Tokens contain the app's URL, so this process uses the same one.
const appUrl = `http://127.0.0.1:${port}`;

await ensureBuilt();
await onOwnDatabase(bench, { APP_URL: appUrl });

async function bench(databaseUrl: string): Promise<void> {
  const { createSession, createUser, createWatch } = await import("../../prisma/factories");
  const { createManyNotifications } = await import("../support/many-notifications");
  const { listStatements, pageSpeeds } = await import("./web-statements");

  // A typical user with a month of notifications, a heavy user, and the rest of the million.
  const [usual, heavy] = [await createUser(), await createUser()];
  const heavyMatches = Math.floor(all / 5);
  await createManyNotifications([await createWatch(usual)], 400);
  await createManyNotifications([await createWatch(heavy)], heavyMatches);
  const others = [];
  for (let n = 0; n < 20; n += 1) others.push(await createWatch(await createUser()));
  await createManyNotifications(others, Math.floor((all - heavyMatches - 400) / others.length));
  const { bearer, session } = await createSession(usual);

  const requested = {
    DATABASE_URL: databaseUrl,
    BENCH_STATEMENTS: JSON.stringify(await listStatements(usual.id, session.id)),
  };
  const control = await startProgram("bench-control", "tests/bench/web-control.ts", {
    env: requested,
    imports: ["tsx"],
    logFolder,
  });
  const bare = `http://127.0.0.1:${control.message.port}`;
  const serve = async (name: string, settings: Record<string, string | undefined>) => {
    const env = {
      ...testSettings,
      DATABASE_URL: databaseUrl,
      APP_URL: appUrl,
      LOG_LEVEL: "error",
      RATE_LIMIT_NOTIFICATION: "1000000/60",
      RATE_LIMIT_DDOS: "1000000/60",
      ...settings,
    };
    return startProgram(name, "scripts/serve.mjs", { env, logFolder });
  };
  const started = performance.now();
  // Without Upstash the app counts requests itself; with several processes a shared store does.
  const alone = { UPSTASH_REDIS_REST_URL: undefined, UPSTASH_REDIS_REST_TOKEN: undefined };
  const app = await serve("bench-app", { ...alone, PORT: String(port) });
  const headers = { authorization: bearer };
  await send(`${appUrl}/api/notifications`, headers);
  printStart(performance.now() - started, app.pid!);
  const storePort = await choosePort();
  const stored = await serve("bench-app-store", { UPSTASH_REDIS_REST_URL: bare, PORT: String(storePort) });

  // Build it before measuring.
  const next = await serveBarePage(requested);
  const draft = {
    ours: `${appUrl}/api/notifications`,
    "counted by a store": `http://127.0.0.1:${storePort}/api/notifications`,
    "a bare handler": bare,
    "one in Next": `${next.url}/list`,
  };
  const rates = Object.fromEntries(Object.keys(draft).map((who) => [who, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [who, url] of Object.entries(draft)) {
      const rate = await requestsASecond(url, headers, runMs);
      if (round > 0) rates[who]!.push(rate);
    }
  }
  const medians = Object.entries(rates).map(([who, each]) => [who, median(each)] as const);
  console.log(medians.map(([who, rate]) => `${who} ${rate.toFixed(0)}/s`).join(", "));
  const [ours, byStore, theirs, theirsInNext] = medians.map(([, rate]) => rate) as [
    number,
    number,
    number,
    number,
  ];
  const figure = { group, unit: "×", bound: "floor", wide: 0.05 } as const;
  const what = `a list call at ${all.toLocaleString("en")} notifications`;
  printFigure({ ...figure, goal: 0.65, what: `${what}, against a bare handler`, measured: ours / theirs });
  printFigure({ ...figure, goal: 0.75, what: `${what}, against one in Next`, measured: ours / theirsInNext });
  printFigure({
    ...figure,
    goal: 0.75,
    what: `${what}, counted by a store, against one in Next`,
    measured: byStore / theirsInNext,
  });
  await next.stop();
  for (const program of [app, stored, control]) await program.stop();

  const { firstMs, deepMs, pages } = await pageSpeeds(heavy.id, heavyMatches);
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
