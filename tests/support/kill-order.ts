import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { runTool } from "../../scripts/processes.mjs";
import type { Ending } from "./kill-points";

/** A provider event, sent repeatedly until it's acknowledged. */
export interface SentEvent {
  provider: "stripe" | "resend";
  id: string;
  headers: Record<string, string>;
  body: string;
}

/** The work for one worker run, and where to kill the worker. */
export interface Order {
  ending: Ending | null;
  events: SentEvent[];
}

export interface Outcome {
  isKilled: boolean;
  /** Ids of the acknowledged events. */
  taken: string[];
  /** Number of waits per part, if the worker finished. */
  waits: Record<string, number> | null;
}

/**
 * Bundles the worker into one file. Hundreds of workers are started, and loading the sources would take far
 * longer.
 */
export async function bundleWorker(name: string, from = "tests/faults"): Promise<string> {
  const folder = path.resolve(`.data/test/workers/${name}-${process.pid}`);
  const file = path.join(folder, `${name}.mjs`);
  await bundle(`${from}/${name}.ts`, file);
  // The worker starts its threads from a file next to it.
  await bundle("src/server/threads/worker.mjs", path.join(folder, "worker.mjs"));
  return file;
}

async function bundle(source: string, file: string): Promise<void> {
  const banner = `import{createRequire}from"node:module";const require=createRequire(import.meta.url);const __filename=${JSON.stringify(file)},__dirname=${JSON.stringify(path.dirname(file))};`;
  await runTool("esbuild/bin/esbuild", [
    source,
    "--bundle",
    "--platform=node",
    "--format=esm",
    "--log-level=error",
    // Native code can't be bundled.
    "--external:@node-rs/argon2",
    `--banner:js=${banner}`,
    `--outfile=${file}`,
  ]);
}

/** Starts a worker process and waits until it's ready. `env` overrides settings. */
export async function startWorker(file: string, env: Record<string, string> = {}): Promise<ChildProcess> {
  const worker = fork(file, {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, ...env },
  });
  await once(worker, "message");
  return worker;
}

export async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, "exit");
  worker.kill("SIGKILL");
  await ended;
}

/** Runs an order in a worker, until it finishes or dies. */
export async function give(worker: ChildProcess, order: Order): Promise<Outcome> {
  const outcome: Outcome = { isKilled: false, taken: [], waits: null };
  const over = new Promise<void>((resolve, reject) => {
    worker.on("message", (message: { taken?: string; done?: Record<string, number> }) => {
      if (message.taken !== undefined) outcome.taken.push(message.taken);
      if (message.done === undefined) return;
      outcome.waits = message.done;
      resolve();
    });
    worker.once("exit", (code, signal) => {
      outcome.isKilled = signal === "SIGKILL";
      if (outcome.isKilled) resolve();
      else reject(new Error(`a worker ended by itself with ${code}`));
    });
  });
  worker.send(order);
  await over;
  worker.removeAllListeners("message").removeAllListeners("exit");
  return outcome;
}
