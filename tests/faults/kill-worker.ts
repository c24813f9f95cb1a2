import { takeStripeEvent } from "@/server/billing/webhook";
import { runPoll } from "@/server/operation/cron";
import { takeResendEvent } from "@/server/delivery/webhooks";
import { countedWaits, countFor, startCounting, watchWaits } from "../support/kill-points";
import type { Order } from "../support/kill-order";

// A separate process that receives events, polls, records, enqueues and delivers, and kills itself at the
// given point.
watchWaits();
process.on("message", (order: Order) => void work(order));
process.send?.({ ready: true });

async function work({ ending, events }: Order): Promise<void> {
  startCounting(ending);
  countFor("webhook");
  for (const { provider, id, headers, body } of events) {
    const bytes = Buffer.from(body);
    const later: (() => Promise<unknown>)[] = [];
    const call = { now: new Date(), after: (task: () => Promise<unknown>) => void later.push(task) };
    if (provider === "stripe") await takeStripeEvent(new Headers(headers), bytes, call);
    else await takeResendEvent(new Headers(headers), bytes, call.now);
    process.send?.({ taken: id });
    for (const task of later) await task();
  }
  countFor(null);
  await runPoll();
  process.send?.({ done: countedWaits() });
}
