import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { runTool } from "../../scripts/processes.mjs";
import type { Fate } from "./kill-points";

/** An event as a provider sends it, again and again until it is told that it was taken. */
export interface SentEvent {
  provider: "stripe" | "resend";
  id: string;
  headers: Record<string, string>;
  body: string;
}

/** What a worker is to do in one go, and where it dies of it. */
export interface Order {
  fate: Fate | null;
  events: SentEvent[];
}

export interface Outcome {
  isKilled: boolean;
  /** The events that were answered. */
  taken: string[];
  /** How many waits each part had, of a worker that got to its end. */
  waits: Record<string, number> | null;
}

/** The worker as one file: hundreds are started, each in a fraction of the time that its sources take to load. */
export async function bundleWorker(name: string, from = "tests/faults"): Promise<string> {
  const folder = path.resolve(`.data/test/workers/${name}-${process.pid}`);
  const file = path.join(folder, `${name}.mjs`);
  await bundle(`${from}/${name}.ts`, file);
  // It starts its worker threads from a file next to it.
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

/** A process that is ready to work. */
export async function startWorker(file: string): Promise<ChildProcess> {
  const worker = fork(file, { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  await once(worker, "message");
  return worker;
}

export async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, "exit");
  worker.kill("SIGKILL");
  await ended;
}

/** Has a worker do its work once, to the end or to its death. */
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
