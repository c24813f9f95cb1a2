import { Worker } from "node:worker_threads";
import { poolLimits, ThreadPool } from "@/server/threads/pool";

/** Texts that make the thread below misbehave. */
export const misdeeds = {
  hang: "text that hangs",
  leave: "text that ends the thread",
  eat: "text that eats all memory",
  kill: "text that kills the process",
};

/**
 * A worker thread that fails on the texts above, each in its own way, and returns other texts in upper case.
 */
const thread = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", ({ input: { body } }) => {
    parentPort.postMessage({ isLoaded: true });
    if (body === ${JSON.stringify(misdeeds.hang)}) for (;;);
    if (body === ${JSON.stringify(misdeeds.leave)}) process.exit(1);
    if (body === ${JSON.stringify(misdeeds.eat)}) for (const held = []; ; ) held.push(new Array(1e5).fill({}));
    if (body === ${JSON.stringify(misdeeds.kill)}) process.kill(process.pid, "SIGKILL");
    const text = body.toUpperCase();
    parentPort.postMessage({ output: { content: text, html: "<p>" + text + "</p>", text, linkedText: null } });
  });
  parentPort.postMessage({ isReady: true });
`;

export function fragileThreads(limits = poolLimits): ThreadPool {
  const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 };
  const begin = () => new Worker(thread, { eval: true, execArgv: [], resourceLimits });
  const deadlinesMs = { ...poolLimits.deadlinesMs, render: 60_000 };
  const threads = new ThreadPool(begin, { ...limits, startMs: 60_000, deadlinesMs });
  const run = threads.run.bind(threads);
  threads.run = (task, input, owner) => {
    // Only the hanging text can safely have a short deadline.
    deadlinesMs.render = (input as { body: string }).body === misdeeds.hang ? 300 : 60_000;
    return run(task, input, owner);
  };
  return threads;
}
