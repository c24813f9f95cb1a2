import { runDeliver, runListen } from "@/server/operation/cron";
import { wakeDelivery } from "@/server/operation/wake-delivery";
import { pool } from "@/server/platform/database";
import { requestStop, stopping } from "@/server/platform/run";
import { retainedMegabytes } from "./memory";
import type { Cost, Order } from "./stream-process";

let listening: Promise<void> | null = null;
/** Time spent on measuring. */
let measuringMs = 0;

process.on("message", (order: Order) => {
  if (order === "measure") process.send!(cost());
  if (order === "listen") listening = keepListening();
  if (order === "deliver") deliverWhenDue();
  if (order === "stop") void stop();
});
process.on("disconnect", () => process.exit());
// Exclude the cost of the first statement.
await pool().query("SELECT 1");
process.send!("ready");

function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function cost(): Cost {
  const beforeMs = workedMs();
  const worked = beforeMs - measuringMs;
  const megabytes = retainedMegabytes();
  measuringMs += workedMs() - beforeMs;
  return { megabytes, workedMs: worked };
}

/** Calls `listen` like the app's own clock. */
async function keepListening(): Promise<void> {
  while (!stopping().requested) await runListen();
}

function deliverWhenDue(): void {
  wakeDelivery(async () => {
    const tally = await runDeliver();
    return "sent" in tally && tally.sent + tally.failed + tally.retried > 0;
  });
}

async function stop(): Promise<void> {
  requestStop();
  await listening;
  process.exit();
}
