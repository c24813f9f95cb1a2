import { Worker } from "node:worker_threads";
import { ThreadPool } from "./pool";

const globals = globalThis as typeof globalThis & { earshotThreads?: ThreadPool };

/** The process's pool, on globalThis because Next loads a module once per bundle. */
export function threads(): ThreadPool {
  return (globals.earshotThreads ??= new ThreadPool(beginWorker));
}

/** Memory in MB. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Threads get no settings or secrets. They load TypeScript sources if this process does. */
function beginWorker(): Worker {
  return new Worker(new URL("./worker.mjs", import.meta.url), { env: {}, resourceLimits });
}
