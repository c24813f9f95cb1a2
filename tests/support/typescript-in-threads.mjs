// Preloaded into vitest's processes: their worker threads load the sources, and Node can't read TypeScript.
// vitest compiles the main thread's imports itself; with tsx there, every package would only load more
// slowly.
import { isMainThread } from "node:worker_threads";

if (!isMainThread) await import("../../scripts/typescript.mjs");
