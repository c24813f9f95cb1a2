import { setTimeout as sleep } from "node:timers/promises";
import { runListen } from "@/server/operation/cron";

/** One of several processes of the same app: its clock calls for the stream again and again, as the app's own does. */
process.send?.("started");
for (;;) {
  await runListen();
  process.send?.("called");
  await sleep(250);
}
