import { setTimeout as sleep } from "node:timers/promises";
import { runDeliver, runPoll } from "@/server/operation/cron";

/** One of several processes of the same app: its clock calls poll and deliver, whatever the others do. */
process.send?.("started");
for (;;) {
  await runPoll();
  await runDeliver();
  await sleep(200);
}
