import { channelOf } from "@/channels/registry";
import { backoffMs } from "@/domain/backoff";
import type { Outcome, Verdict } from "@/domain/channel";
import { nextSlot } from "@/domain/digest-schedule";
import { pool, type Queryable, transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { log } from "@/server/platform/log";
import { delayBatch, endBatch, type BatchMessage, splitBatch } from "@/server/delivery/statements/batches";
import { endDeliveries } from "@/server/delivery/statements/deliveries";
import { pauseSends } from "@/server/delivery/statements/pace";
import { releaseDebts } from "@/server/delivery/statements/debts";
import { listDeliverySchedules } from "@/server/delivery/statements/policies";
import { ended, noResponse, type SendTally, type SentBatch, settleEach } from "./settle-each";

const quotaWaitMs = 15 * 60 * 1000;
/** So long nothing goes where the receiver of all can't be reached. */
const pauseMs = 30_000;

type Whole<Kind extends Outcome["kind"]> = Extract<Outcome, { kind: Kind }>;

/**
 * Writes down what became of a batch. A run that was fenced off meanwhile changes nothing. What was said of all of its messages at
 * once concerns the request, where that is repeated as it is; elsewhere each message.
 */
export async function settle(
  batch: SentBatch,
  messages: readonly BatchMessage[],
  verdict: Verdict,
  now: Date,
): Promise<SendTally> {
  const isWhole = (given: Verdict): given is Outcome => !Array.isArray(given);
  if (isWhole(verdict) && channelOf(batch.channel).isFrozen)
    return settleWhole(batch, messages, verdict, now);
  const outcomes = isWhole(verdict) ? messages.map(() => verdict) : verdict;
  const tally = await transaction((tx) => settleEach(tx, batch, messages, outcomes, now));
  await pauseOthers(batch, outcomes, now);
  return tally;
}

/** What one message met that every other would meet: none goes for a moment. */
async function pauseOthers(batch: SentBatch, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const met = outcomes.find((outcome) => outcome.kind === "later" && outcome.because !== undefined);
  const { spacing } = channelOf(batch.channel).pace;
  if (met?.kind !== "later" || spacing === null) return;
  if (met.because === "settings") logSettings(batch, met.reason);
  await pauseSends(pool(), spacing.name, new Date(now.getTime() + (met.waitMs ?? pauseMs)));
}

function logSettings(batch: SentBatch, reason: string): void {
  log().error({ batchId: batch.id, channel: batch.channel, reason }, "a provider rejected our credentials");
}

async function settleWhole(
  batch: SentBatch,
  messages: readonly BatchMessage[],
  outcome: Outcome,
  now: Date,
): Promise<SendTally> {
  switch (outcome.kind) {
    case "later":
      return settleLater(batch, messages, outcome, now);
    case "refused":
      return transaction((tx) => settleRefused(tx, batch, messages, outcome.reason, now));
    case "unknown":
      if (outcome.isFinal) return transaction((tx) => giveUp(tx, batch, messages, outcome.reason, now));
      return delay(batch, messages, retryWaitMs(batch), outcome.reason, now);
    case "sent":
    case "gone": {
      const each = messages.map(() => outcome);
      return transaction((tx) => settleEach(tx, batch, messages, each, now));
    }
  }
}

/** None of it was taken; an attempt before this one may have been. */
async function settleLater(
  batch: SentBatch,
  messages: readonly BatchMessage[],
  outcome: Whole<"later">,
  now: Date,
): Promise<SendTally> {
  switch (outcome.because) {
    case "pace":
      return settleLimited(batch, messages, outcome, now);
    case "quota":
      if (batch.kind === "account") return delay(batch, messages, quotaWaitMs, outcome.reason, now);
      // An attempt before may have been accepted: only the same request under its key can tell.
      if (!wasNeverAccepted(batch)) return delay(batch, messages, quotaWaitMs, unclearReason(batch), now);
      return transaction((tx) => moveToDailyDigest(tx, batch, messages, now));
    case "settings":
      logSettings(batch, outcome.reason);
      return delay(batch, messages, retryWaitMs(batch), outcome.reason, now);
    case undefined:
      return delay(batch, messages, outcome.waitMs ?? retryWaitMs(batch), outcome.reason, now);
  }
}

/** Written down of a batch that was turned away for its pace, and never of one that may have been accepted. */
const limitedReason = "429 limited";

/** Whether every attempt before this one was turned away for its pace, which says that nothing was accepted. */
function wasNeverAccepted(batch: SentBatch): boolean {
  return batch.firstAttemptAt === null || batch.reason === limitedReason;
}

function unclearReason(batch: SentBatch): string {
  return batch.reason ?? noResponse;
}

/** Nobody can know any more whether it arrived: kept where the operator sees it and can send it anew. */
export async function giveUp(
  tx: Queryable,
  batch: SentBatch,
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
  log().error({ batchId: batch.id, reason, deliveries: messages.length }, "messages with unknown outcome");
  return { ...none, failed: messages.length };
}

const none: SendTally = { sent: 0, failed: 0, retried: 0 };

/** The provider asks all of us to wait, so no request goes before. */
async function settleLimited(
  batch: SentBatch,
  messages: readonly BatchMessage[],
  { waitMs: askedMs }: Whole<"later">,
  now: Date,
): Promise<SendTally> {
  const waitMs = backoffMs(batch.attempts, { baseMs: 1000, capMs: 60_000, askedMs, random: Math.random() });
  const { spacing } = channelOf(batch.channel).pace;
  if (spacing !== null) await pauseSends(pool(), spacing.name, new Date(now.getTime() + waitMs));
  const reason = wasNeverAccepted(batch) ? limitedReason : unclearReason(batch);
  return delay(batch, messages, waitMs, reason, now);
}

/** The day's quota is spent and none of these was accepted: what they carried comes in the next daily digest. */
async function moveToDailyDigest(
  tx: Queryable,
  batch: SentBatch,
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
  const schedules = await listDeliverySchedules(tx, ids);
  await releaseDebts(
    tx,
    schedules.map(({ id, ...schedule }) => ({ id, slot: nextSlot("daily", now, schedule) })),
  );
  log().warn(
    { batchId: batch.id, deliveries: ids.length },
    "quota exhausted, alerts wait for the next digest",
  );
  return { ...none, retried: ids.length };
}

/** Refused as a whole though its messages may fail alone: halved until the culprit is by itself. */
async function settleRefused(
  tx: Queryable,
  batch: SentBatch,
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
    log().error({ batchId: batch.id, reason }, "a provider rejected a message");
    return { ...none, failed: 1 };
  }
  const middle = Math.ceil(ids.length / 2);
  for (const half of [ids.slice(0, middle), ids.slice(middle)]) {
    await splitBatch(tx, { id: newId(), channel: batch.channel, kind: batch.kind, now }, half);
  }
  return { ...none, retried: ids.length };
}

function retryWaitMs(batch: SentBatch): number {
  return backoffMs(batch.attempts, { baseMs: 5000, capMs: 600_000, random: Math.random() });
}

async function delay(
  batch: SentBatch,
  messages: readonly BatchMessage[],
  waitMs: number,
  reason: string,
  now: Date,
): Promise<SendTally> {
  await delayBatch(pool(), batch, { until: new Date(now.getTime() + waitMs), reason });
  return { ...none, retried: messages.length };
}
