import { Worker } from "node:worker_threads";
import { perProcess } from "@/adapters/per-process";
import { ThreadPool } from "./pool";

export function threads(): ThreadPool {
  return perProcess("earshotThreads", () => new ThreadPool(beginWorker));
}

const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Threads get no settings or secrets. They load TypeScript sources if this process does. */
function beginWorker(): Worker {
  return new Worker(new URL("./worker.mjs", import.meta.url), { env: {}, resourceLimits });
}
