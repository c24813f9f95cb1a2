// Preloaded into vitest's processes: their rendering threads load the sources, which Node by itself can't read.
// vitest translates what the main thread imports; tsx there would only slow every package it loads.
import { isMainThread } from "node:worker_threads";

if (!isMainThread) await import("../../scripts/typescript.mjs");
