import type { SendOutcome, SendResult } from "@/adapters/resend";
import { backoffMs } from "@/domain/backoff";
import { nextSlot } from "@/domain/digest-schedule";
import { pool, type Queryable, transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { log } from "@/server/platform/log";
import type { ClaimedBatch } from "@/server/delivery/statements/claim-batch";
import { clearDebts } from "@/server/delivery/statements/clear-debts";
import { delayBatch } from "@/server/delivery/statements/delay-batch";
import { endBatch } from "@/server/delivery/statements/end-batch";
import { type DeliveryEnd, endDeliveries } from "@/server/delivery/statements/end-deliveries";
import type { BatchMessage } from "@/server/delivery/statements/list-batch-messages";
import { listDeliveryZones } from "@/server/delivery/statements/list-delivery-zones";
import { pauseSends } from "@/server/delivery/statements/pause-sends";
import { releaseDebts } from "@/server/delivery/statements/release-debts";
import { setEmailStatus } from "@/server/delivery/statements/set-email-status";
import { splitBatch } from "@/server/delivery/statements/split-batch";

/** The name of the mail provider's pace among the budgets. */
export const mailProvider = "resend";

export interface SendTally {
  sent: number;
  failed: number;
  retried: number;
}

const quotaWaitMs = 15 * 60 * 1000;
const limitedReason = "429 limited";

/** Whether every attempt before this one was turned away for its pace, which says that nothing was accepted. */
function wasNeverAccepted(batch: ClaimedBatch): boolean {
  return batch.firstAttemptAt === null || batch.reason === limitedReason;
}

function unclearReason(batch: ClaimedBatch): string {
  return batch.reason ?? "no answer";
}

/** Writes down what became of a batch's request. A run that was fenced off meanwhile changes nothing. */
export async function settle(
  batch: ClaimedBatch,
  messages: readonly BatchMessage[],
  outcome: SendOutcome,
  now: Date,
): Promise<SendTally> {
  switch (outcome.kind) {
    case "accepted":
      return transaction((tx) => settleAccepted(tx, batch, messages, outcome.results, now));
    case "limited":
      return settleLimited(batch, messages, outcome.waitMs, now);
    case "quota":
      if (batch.channel === "account") return delay(batch, messages, quotaWaitMs, outcome.reason, now);
      // An attempt before may have been accepted: only the same request under its key can tell.
      if (!wasNeverAccepted(batch)) return delay(batch, messages, quotaWaitMs, unclearReason(batch), now);
      return transaction((tx) => foldIntoDigest(tx, batch, messages, now));
    case "conflict":
      return transaction((tx) => giveUp(tx, batch, messages, outcome.reason, now));
    case "refused":
      return transaction((tx) => settleRefused(tx, batch, messages, outcome.reason, now));
    case "misconfigured":
      log().error({ batchId: batch.id, reason: outcome.reason }, "the mail provider refuses our settings");
      return delay(batch, messages, retryWaitMs(batch), outcome.reason, now);
    case "busy":
    case "unclear":
      return delay(batch, messages, retryWaitMs(batch), outcome.reason, now);
  }
}

/** Nobody can know any more whether it arrived: kept where the operator sees it and can send it anew. */
export async function giveUp(
  tx: Queryable,
  batch: ClaimedBatch,
  messages: readonly Pick<BatchMessage, "id">[],
  reason: string,
  now: Date,
): Promise<SendTally> {
  if (!(await endBatch(tx, batch, { status: "unknown", reason }))) return none;
  await endDeliveries(
    tx,
    messages.map(({ id }) => ended(id, "unknown", reason)),
    now,
  );
  log().error({ batchId: batch.id, reason, deliveries: messages.length }, "mails whose fate is unknown");
  return { ...none, failed: messages.length };
}

const none: SendTally = { sent: 0, failed: 0, retried: 0 };

function ended(id: string, status: DeliveryEnd["status"], reason: string): DeliveryEnd {
  return { id, status, reason, providerId: null };
}

async function settleAccepted(
  tx: Queryable,
  batch: ClaimedBatch,
  messages: readonly BatchMessage[],
  results: readonly SendResult[],
  now: Date,
): Promise<SendTally> {
  if (!(await endBatch(tx, batch, { status: "done", reason: null }))) return none;
  const bad: string[] = [];
  const ends = messages.map(({ id, message }, position): DeliveryEnd => {
    const result = results[position]!;
    if ("id" in result) return { id, status: "sent", reason: null, providerId: result.id };
    if (result.refused === "address") bad.push(message.to);
    return ended(id, "failed", result.refused === "address" ? "address" : "rejected");
  });
  await endDeliveries(tx, ends, now);
  if (bad.length > 0) await suppressAddresses(tx, bad, "bounced", now);
  const sent = ends.filter((end) => end.status === "sent").length;
  return { sent, failed: ends.length - sent, retried: 0 };
}

/** No alert mail goes to these addresses any more, and nothing more is owed to them; the account shows why. */
export async function suppressAddresses(
  tx: Queryable,
  emails: readonly string[],
  status: "bounced" | "complained",
  now: Date,
): Promise<void> {
  const userIds = await setEmailStatus(tx, emails, status, now);
  if (userIds.length > 0) await clearDebts(tx, "email", userIds);
}

/** The provider asks all of us to wait, so no request goes before. */
async function settleLimited(
  batch: ClaimedBatch,
  messages: readonly BatchMessage[],
  askedMs: number | null,
  now: Date,
): Promise<SendTally> {
  const waitMs = backoffMs(batch.attempts, { baseMs: 1000, capMs: 60_000, askedMs, random: Math.random() });
  await pauseSends(pool(), mailProvider, new Date(now.getTime() + waitMs));
  const reason = wasNeverAccepted(batch) ? limitedReason : unclearReason(batch);
  return delay(batch, messages, waitMs, reason, now);
}

/** The day's quota is spent and none of these was accepted: what they carried comes in the next daily digest. */
async function foldIntoDigest(
  tx: Queryable,
  batch: ClaimedBatch,
  messages: readonly BatchMessage[],
  now: Date,
): Promise<SendTally> {
  if (!(await endBatch(tx, batch, { status: "done", reason: "quota" }))) return none;
  const ids = messages.map(({ id }) => id);
  await endDeliveries(
    tx,
    ids.map((id) => ended(id, "skipped", "quota")),
    now,
  );
  const zones = await listDeliveryZones(tx, ids);
  await releaseDebts(
    tx,
    zones.map(({ id, timeZone }) => ({ id, slot: nextSlot("daily", now, timeZone) })),
  );
  log().warn(
    { batchId: batch.id, deliveries: ids.length },
    "the mail quota is spent, alerts wait for the next digest",
  );
  return { ...none, retried: ids.length };
}

/** Refused as a whole though its messages may fail alone: halved until the culprit is by itself. */
async function settleRefused(
  tx: Queryable,
  batch: ClaimedBatch,
  messages: readonly BatchMessage[],
  reason: string,
  now: Date,
): Promise<SendTally> {
  if (!(await endBatch(tx, batch, { status: "done", reason }))) return none;
  const ids = messages.map(({ id }) => id);
  if (ids.length === 1) {
    await endDeliveries(
      tx,
      ids.map((id) => ended(id, "failed", "rejected")),
      now,
    );
    log().error({ batchId: batch.id, reason }, "the mail provider refused a message");
    return { ...none, failed: 1 };
  }
  const middle = Math.ceil(ids.length / 2);
  for (const half of [ids.slice(0, middle), ids.slice(middle)]) {
    await splitBatch(tx, { id: newId(), channel: batch.channel, now }, half);
  }
  return { ...none, retried: ids.length };
}

function retryWaitMs(batch: ClaimedBatch): number {
  return backoffMs(batch.attempts, { baseMs: 5000, capMs: 600_000, random: Math.random() });
}

async function delay(
  batch: ClaimedBatch,
  messages: readonly BatchMessage[],
  waitMs: number,
  reason: string,
  now: Date,
): Promise<SendTally> {
  await delayBatch(pool(), batch, { until: new Date(now.getTime() + waitMs), reason });
  return { ...none, retried: messages.length };
}
