import { pool } from "@/server/database";
import type { MailChannel } from "@/server/sql/claim-deliveries";
import { countWaiting } from "@/server/sql/count-waiting";
import { freezeDue } from "./freeze";
import { sendNext } from "./send";

export interface DeliverTally {
  sent: number;
  /** Ended without being sent: refused, not to be rendered, or unknown. */
  failed: number;
  /** Put off, to be tried again. */
  retried: number;
  /** What has not ended when the run does. */
  pending: number;
}

/**
 * Renders, freezes and sends what is due until nothing is left or the deadline has come, then claims no more. Safe
 * to run several times at once and to be killed anywhere: what was claimed comes back when its lease ends, what was
 * sent is sent again with the same bytes under the same key. `only` limits it to one channel;
 * `signal` ends a request that is on its way, to be repeated under its key.
 */
export async function deliverDue(
  now: () => Date,
  deadline: () => Date,
  only: MailChannel | null = null,
  signal?: AbortSignal,
): Promise<DeliverTally> {
  const channels: MailChannel[] = only === null ? ["account", "email"] : [only];
  const tally = { sent: 0, failed: 0, retried: 0 };
  let isBusy = true;
  while (isBusy && now() < deadline()) {
    isBusy = false;
    for (const channel of channels) {
      const frozen = await freezeDue(channel, now());
      tally.failed += frozen.failed;
      tally.retried += frozen.retried;
      isBusy ||= frozen.claimed > 0;
    }
    const sent = await sendNext(only, now, deadline, signal);
    if (sent === null) continue;
    isBusy = true;
    tally.sent += sent.sent;
    tally.failed += sent.failed;
    tally.retried += sent.retried;
  }
  return { ...tally, pending: await countWaiting(pool()) };
}
