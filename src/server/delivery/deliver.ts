import { pool } from "@/server/platform/database";
import type { MailChannel } from "@/server/delivery/statements/claim-deliveries";
import { countWaiting } from "@/server/delivery/statements/count-waiting";
import { emptyClosedAccounts } from "./closings";
import { deliverPushes } from "./deliver-push";
import { freezeDue } from "./freeze";
import { sendNext } from "./send";
import type { SendTally } from "./settle";

/** The part of a run that removing closed accounts may take. */
const closingsMs = 10_000;

/** Failed: ended without being sent, be it refused, not to be rendered, or unknown. Retried: put off. */
export interface DeliverTally extends SendTally {
  /** What has not ended when the run does. */
  pending: number;
}

/**
 * Renders, freezes and sends what is due until nothing is left or the deadline has come, then claims no more. Safe
 * to run several times at once and to be killed anywhere: what was claimed comes back when its lease ends, what was
 * sent is sent again with the same bytes under the same key. Removes what closed accounts left beside. `only` limits it to one channel of mail;
 * `signal` ends a request that is on its way, to be repeated under its key.
 */
export async function deliverDue(
  now: () => Date,
  deadline: () => Date,
  only: MailChannel | null = null,
  signal?: AbortSignal,
): Promise<DeliverTally> {
  // Mostly nothing waits: then this is all that a run asks.
  const waiting = await countWaiting(pool(), now());
  if (waiting.deliveries + waiting.closings === 0) return { ...nothing, pending: 0 };
  const mails = deliverMails(now, deadline, only, signal);
  // Beside the mails: neither waits for the other's provider, nor ends with the other's failure.
  const parts = await Promise.allSettled(
    only === null ? [mails, deliverPushes(now, deadline, signal), removeClosed(now, deadline)] : [mails],
  );
  const tally = { ...nothing };
  for (const part of parts) {
    if (part.status === "rejected") throw part.reason;
    add(tally, part.value);
  }
  return { ...tally, pending: (await countWaiting(pool(), now())).deliveries };
}

const nothing: SendTally = { sent: 0, failed: 0, retried: 0 };

/** What accounts that were closed left goes beside, so that it does not wait for the hourly run. */
async function removeClosed(now: () => Date, deadline: () => Date): Promise<SendTally> {
  const end = new Date(now().getTime() + closingsMs);
  await emptyClosedAccounts(now(), () => now() < end && now() < deadline());
  return nothing;
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
