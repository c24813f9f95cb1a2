import { fork } from "node:child_process";
import { once } from "node:events";
import { bundleWorker } from "../support/kill-order";

export type Order = "listen" | "deliver" | "measure" | "stop";

/** A process's memory after a garbage collection and its processor time, without the cost of measuring. */
export interface Cost {
  megabytes: number;
  workedMs: number;
}

/** A process that listens or delivers, and its idle cost. */
export interface Worker {
  idle: Cost;
  measure: () => Promise<Cost>;
  /** Finishes its current work and exits. Another process follows immediately. */
  stop: () => Promise<void>;
}

let bundled: Promise<string> | undefined;

/** Starts a worker, built as in production, with these extra settings. */
export async function startWorker(
  work: "listen" | "deliver",
  settings: Record<string, string> = {},
): Promise<Worker> {
  const child = fork(await (bundled ??= bundleWorker("stream-worker", "tests/bench")), {
    execArgv: [],
    env: { ...process.env, NODE_ENV: "production", ...settings },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const response = async (order?: Order) => {
    if (order !== undefined) child.send(order);
    const [said] = (await Promise.race([once(child, "message"), exited])) as unknown[];
    if (child.exitCode !== null) throw new Error(`a process of the bench ended with ${child.exitCode}`);
    return said;
  };
  await response();
  const measure = () => response("measure") as Promise<Cost>;
  const idle = await measure();
  child.send(work);
  const stop = async () => {
    child.send("stop");
    await exited;
  };
  return { idle, measure, stop };
}
