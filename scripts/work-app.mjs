// Background work without Next: src/worker.ts, bundled.
import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { missingBuild, runProgram } from "./processes.mjs";

const bundle = new URL("../.next/work/main.mjs", import.meta.url);

/** @param {{ dev: boolean, settings: Record<string, string> }} how */
export async function startWorkApp({ dev, settings }) {
  // Next would load .env itself.
  const { NODE_ENV, SCHEDULER } = process.env;
  Object.assign(process.env, settings, { NODE_ENV, SCHEDULER });
  if (dev) await runProgram("scripts/bundle-work.mjs", []);
  if (!existsSync(bundle)) missingBuild();
  // Half of the memory of a worker would be garbage from loading it. Until it has started, the young
  // generation keeps its size, because it often doesn't shrink again. 2 is V8's default.
  setFlagsFromString("--optimize-for-size");
  setFlagsFromString("--semi-space-growth-factor=1");
  const worker = await import(bundle.href);
  await worker.start();
  setFlagsFromString("--semi-space-growth-factor=2");
  return { handle: worker.handle, onUpgrade: () => false, close: async () => undefined };
}
