import { fragileThreads } from "../support/render-threads";
import { closeDatabase } from "@/server/platform/database";
import { renderDue } from "@/server/rendering/render";

// Renders everything due at the given time. One of the texts kills the process.
const now = new Date(process.argv[2]!);
const threads = fragileThreads();
await renderDue(
  "all",
  () => now,
  () => new Date(now.getTime() + 1),
  threads,
);
await threads.end();
await closeDatabase();
process.disconnect?.();
