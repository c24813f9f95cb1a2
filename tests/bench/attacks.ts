/**
 * The longest response time of /api/health/live while one account runs each attack: `npm run bench attacks`.
 * Also prints the responses to each attack.
 */
import { pathToFileURL } from "node:url";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { ensureBuilt } from "../../scripts/build.mjs";
import { choosePort } from "../../scripts/ports.mjs";
import { startProgram } from "../../scripts/processes.mjs";
import { testSettings } from "../support/settings";
import { attacksOn } from "./attack-list";
import { serveHostileSites } from "./attack-sites";
import { printFigure } from "./figure";
import { onOwnDatabase } from "./stage";

const group = "attacks";
const goalMs = 250;

const port = await choosePort();
const appUrl = `http://127.0.0.1:${port}`;
await ensureBuilt();
const sites = await serveHostileSites();
await onOwnDatabase(bench, { APP_URL: appUrl });
await sites.close();

async function bench(databaseUrl: string): Promise<void> {
  const settings = {
    ...testSettings,
    LOCAL_ADDRESSES: sites.host,
    DATABASE_URL: databaseUrl,
    APP_URL: appUrl,
  };
  const attacks = await attacksOn(appUrl, sites.host);
  const app = await startProgram("bench-attacks", "scripts/serve.mjs", {
    env: { ...settings, PORT: String(port) },
    imports: [pathToFileURL("tests/support/collect-on-signal.mjs").href],
    logFolder: path.resolve(".data/test/logs"),
  });
  const prober = new Worker(new URL("prober.mjs", import.meta.url), {
    workerData: `${appUrl}/api/health/live`,
  });
  try {
    // The first request of each kind loads code, which isn't part of the attack.
    for (const { run } of attacks.warmUp) await run();
    await sleep(1_000);
    await longestWait(prober);
    printFigure({ ...figureOf("nothing"), measured: await waitInParallel(prober, () => sleep(5_000)) });
    for (const { what, run } of attacks.all) {
      const startedMs = performance.now();
      let outcome = "";
      const measured = await waitInParallel(prober, async () => void (outcome = await run()));
      console.log(`${what}: ${outcome} in ${Math.round(performance.now() - startedMs)} ms`);
      printFigure({ ...figureOf(what), measured });
      await sleep(500);
    }
  } finally {
    await prober.terminate();
    await app.stop();
  }
}

function figureOf(what: string) {
  return { group, what: `longest wait beside ${what}`, goal: goalMs, unit: "ms", bound: "ceiling" } as const;
}

async function waitInParallel(prober: Worker, work: () => Promise<unknown>): Promise<number> {
  await longestWait(prober);
  await work();
  await sleep(200);
  const { maxDurationMs, failures } = await longestWait(prober);
  if (failures > 0) console.log(`${failures} failed health requests`);
  return maxDurationMs;
}

function longestWait(prober: Worker): Promise<{ maxDurationMs: number; failures: number }> {
  return new Promise((resolve) => {
    prober.once("message", resolve);
    prober.postMessage("report");
  });
}
