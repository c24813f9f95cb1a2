// Preloaded into vitest's processes: their worker threads load the sources, and Node alone can't read TypeScript.
// vitest translates what the main thread imports; tsx there would only slow every package it loads.
import { isMainThread } from "node:worker_threads";

if (!isMainThread) await import("../../scripts/typescript.mjs");
