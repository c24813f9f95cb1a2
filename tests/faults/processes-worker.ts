import { setTimeout as sleep } from "node:timers/promises";
import { runDeliver, runPoll } from "@/server/operation/cron";

/** One of several processes of the app. Its clock calls poll and deliver independently of the others. */
process.send?.("started");
for (;;) {
  await runPoll();
  await runDeliver();
  await sleep(200);
}
