import { getChannel } from "@/channels/registry";
import { backoffMs } from "@/domain/backoff";
import type { Outcome, Verdict } from "@/domain/channel";
import { nextDueAt } from "@/domain/digest-schedule";
import { pool, type Queryable, transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { log } from "@/server/platform/log";
import { delayBatch, endBatch, type BatchMessage, splitBatch } from "@/server/delivery/statements/batches";
import { endDeliveries } from "@/server/delivery/statements/deliveries";
import { pauseSends } from "@/server/delivery/statements/pace";
import { releaseEntries } from "@/server/delivery/statements/outbox";
import { listDeliverySchedules } from "@/server/delivery/statements/policies";
import { ended, noResponse, type SendTally, type SentBatch, recordOutcomes } from "./record-outcomes";

const quotaWaitMs = 15 * 60 * 1000;
/** Pause all sending this long when the shared provider is unreachable (ms). */
const pauseMs = 30_000;

type Whole<Kind extends Outcome["kind"]> = Extract<Outcome, { kind: Kind }>;

/**
 * Records the outcome of a batch. No-op if another run has claimed it since. A single verdict for all
 * messages concerns the request on frozen channels, and each message elsewhere.
 */
export async function recordOutcome(
  batch: SentBatch,
  messages: readonly BatchMessage[],
  verdict: Verdict,
  now: Date,
): Promise<SendTally> {
  const isWhole = (input: Verdict): input is Outcome => !Array.isArray(input);
  if (isWhole(verdict) && getChannel(batch.channel).isFrozen)
    return recordWholeBatch(batch, messages, verdict, now);
  const outcomes = isWhole(verdict) ? messages.map(() => verdict) : verdict;
  const tally = await transaction((tx) => recordOutcomes(tx, batch, messages, outcomes, now));
  await pauseOthers(batch, outcomes, now);
  return tally;
}

/** Pauses the channel if a message failed for a reason that affects all others. */
async function pauseOthers(batch: SentBatch, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const hits = outcomes.find((outcome) => outcome.kind === "later" && outcome.because !== undefined);
  const { spacing } = getChannel(batch.channel).pace;
  if (hits?.kind !== "later" || spacing === null) return;
  if (hits.because === "settings") logSettings(batch, hits.reason);
  await pauseSends(pool(), spacing.name, new Date(now.getTime() + (hits.waitMs ?? pauseMs)));
}

function logSettings(batch: SentBatch, reason: string): void {
  log().error({ batchId: batch.id, channel: batch.channel, reason }, "a provider rejected our credentials");
}

async function recordWholeBatch(
  batch: SentBatch,
  messages: readonly BatchMessage[],
  outcome: Outcome,
  now: Date,
): Promise<SendTally> {
  switch (outcome.kind) {
    case "later":
      return recordRetry(batch, messages, outcome, now);
    case "refused":
      return transaction((tx) => recordRefusal(tx, batch, messages, outcome.reason, now));
    case "unknown":
      if (outcome.isFinal) return transaction((tx) => giveUp(tx, batch, messages, outcome.reason, now));
      return delay(batch, messages, retryWaitMs(batch), outcome.reason, now);
    case "sent":
    case "gone": {
      const each = messages.map(() => outcome);
      return transaction((tx) => recordOutcomes(tx, batch, messages, each, now));
    }
  }
}

/** This attempt was rejected, but an earlier one might have been accepted. */
async function recordRetry(
  batch: SentBatch,
  messages: readonly BatchMessage[],
  outcome: Whole<"later">,
  now: Date,
): Promise<SendTally> {
  switch (outcome.because) {
    case "pace":
      return recordRateLimit(batch, messages, outcome, now);
    case "quota":
      if (batch.kind === "account") return delay(batch, messages, quotaWaitMs, outcome.reason, now);
      // An earlier attempt might have been accepted. Only repeating the request under its key can show this.
      if (!wasNeverAccepted(batch)) return delay(batch, messages, quotaWaitMs, unclearReason(batch), now);
      return transaction((tx) => moveToDailyDigest(tx, batch, messages, now));
    case "settings":
      logSettings(batch, outcome.reason);
      return delay(batch, messages, retryWaitMs(batch), outcome.reason, now);
    case undefined:
      return delay(batch, messages, outcome.waitMs ?? retryWaitMs(batch), outcome.reason, now);
  }
}

/** Recorded for rate-limited batches, but never for a batch that was possibly accepted. */
const limitedReason = "429 limited";

/** True if every earlier attempt was rate-limited, so the provider accepted no message. */
function wasNeverAccepted(batch: SentBatch): boolean {
  return batch.firstAttemptAt === null || batch.reason === limitedReason;
}

function unclearReason(batch: SentBatch): string {
  return batch.reason ?? noResponse;
}

/**
 * Marks deliveries as unknown: we can no longer find out whether they arrived. The operator sees them and can
 * resend them.
 */
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

/** Pauses all requests to the provider, because they share its rate limit. */
async function recordRateLimit(
  batch: SentBatch,
  messages: readonly BatchMessage[],
  { waitMs: retryAfterMs }: Whole<"later">,
  now: Date,
): Promise<SendTally> {
  const waitMs = backoffMs(batch.attempts, {
    baseMs: 1000,
    capMs: 60_000,
    retryAfterMs,
    random: Math.random(),
  });
  const { spacing } = getChannel(batch.channel).pace;
  if (spacing !== null) await pauseSends(pool(), spacing.name, new Date(now.getTime() + waitMs));
  const reason = wasNeverAccepted(batch) ? limitedReason : unclearReason(batch);
  return delay(batch, messages, waitMs, reason, now);
}

/**
 * The daily quota is used up without a message being accepted: their matches move to the next daily digest.
 */
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
  await releaseEntries(
    tx,
    schedules.map(({ id, ...schedule }) => ({ id, dueAt: nextDueAt("daily", now, schedule) })),
  );
  log().warn(
    { batchId: batch.id, deliveries: ids.length },
    "quota exhausted, alerts wait for the next digest",
  );
  return { ...none, retried: ids.length };
}

/**
 * The provider refused the request, though possibly because of one message. Splits the batch in half until
 * it finds the culprit.
 */
async function recordRefusal(
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
