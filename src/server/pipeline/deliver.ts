import { pool } from "@/server/database";
import type { MailChannel } from "@/server/sql/claim-deliveries";
import { countWaiting } from "@/server/sql/count-waiting";
import { deliverPushes } from "./deliver-push";
import { freezeDue } from "./freeze";
import { sendNext } from "./send";
import type { SendTally } from "./settle";

/** Failed: ended without being sent, be it refused, not to be rendered, or unknown. Retried: put off. */
export interface DeliverTally extends SendTally {
  /** What has not ended when the run does. */
  pending: number;
}

/**
 * Renders, freezes and sends what is due until nothing is left or the deadline has come, then claims no more. Safe
 * to run several times at once and to be killed anywhere: what was claimed comes back when its lease ends, what was
 * sent is sent again with the same bytes under the same key. `only` limits it to one channel of mail;
 * `signal` ends a request that is on its way, to be repeated under its key.
 */
export async function deliverDue(
  now: () => Date,
  deadline: () => Date,
  only: MailChannel | null = null,
  signal?: AbortSignal,
): Promise<DeliverTally> {
  // Mostly nothing waits: then this is all that a run asks.
  if ((await countWaiting(pool())) === 0) return { sent: 0, failed: 0, retried: 0, pending: 0 };
  const mails = deliverMails(now, deadline, only, signal);
  // Beside the mails: neither waits for the other's provider.
  const parts = await Promise.all(only === null ? [mails, deliverPushes(now, deadline, signal)] : [mails]);
  const tally = { sent: 0, failed: 0, retried: 0 };
  for (const part of parts) add(tally, part);
  return { ...tally, pending: await countWaiting(pool()) };
}

async function deliverMails(
  now: () => Date,
  deadline: () => Date,
  only: MailChannel | null,
  signal: AbortSignal | undefined,
): Promise<SendTally> {
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
    add(tally, sent);
  }
  return tally;
}

function add(tally: SendTally, part: SendTally): void {
  tally.sent += part.sent;
  tally.failed += part.failed;
  tally.retried += part.retried;
}
