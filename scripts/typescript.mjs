// Lets Node run the TypeScript sources in every thread; tsx alone only covers the main thread. Used as
// `--import ./scripts/typescript.mjs`, which threads inherit.
import { isMainThread } from "node:worker_threads";

if (isMainThread) await import("tsx");
else (await import("tsx/esm/api")).register();
