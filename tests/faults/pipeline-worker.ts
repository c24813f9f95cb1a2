import { runPoll } from "@/server/pipeline/cron";

/** A process of its own that polls, seals and delivers until it is killed; the settings come by its environment. */
process.send?.("started");
for (;;) {
  await runPoll();
  process.send?.("polled");
}
