import { fork } from "node:child_process";
import { once } from "node:events";
import { bundleWorker } from "../support/kill-order";

export type Order = "listen" | "deliver" | "measure" | "stop";

/** What a process holds once its garbage is collected, and how long it has worked, but for what measuring takes. */
export interface Cost {
  megabytes: number;
  workedMs: number;
}

/** A process that listens or delivers, and what it cost before it did. */
export interface Worker {
  idle: Cost;
  measure: () => Promise<Cost>;
  /** It ends what it is at, and is followed at once by another. */
  stop: () => Promise<void>;
}

let bundled: Promise<string> | undefined;

/** Starts one, built as in production, with settings of its own beside those of this process. */
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
  const answer = async (order?: Order) => {
    if (order !== undefined) child.send(order);
    const [said] = (await Promise.race([once(child, "message"), exited])) as unknown[];
    if (child.exitCode !== null) throw new Error(`a process of the bench ended with ${child.exitCode}`);
    return said;
  };
  await answer();
  const measure = () => answer("measure") as Promise<Cost>;
  const idle = await measure();
  child.send(work);
  const stop = async () => {
    child.send("stop");
    await exited;
  };
  return { idle, measure, stop };
}
