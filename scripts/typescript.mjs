// Lets Node run the sources as they are, in every thread: tsx by itself serves the main one only.
// Given to Node as `--import ./scripts/typescript.mjs`, which its threads take over.
import { isMainThread } from "node:worker_threads";

if (isMainThread) await import("tsx");
else (await import("tsx/esm/api")).register();
