import { setTimeout as sleep } from "node:timers/promises";
import { runListen } from "@/server/operation/cron";

/** One of several processes of the app, which calls `listen` repeatedly like the app's own clock. */
process.send?.("started");
for (;;) {
  await runListen();
  process.send?.("called");
  await sleep(250);
}
