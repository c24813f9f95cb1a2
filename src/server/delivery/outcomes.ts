import { getChannel } from "@/channels/registry";
import { backoffMs } from "@/domain/time/backoff";
import type { Outcome, Verdict } from "@/domain/delivery/channel";
import { nextDueAt } from "@/domain/delivery/digest-schedule";
import { pool, type Queryable, transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { log } from "@/server/platform/log";
import type { Claim } from "@/server/delivery/statements/claims";
import { delayRequest, type RequestMessage, splitRequest } from "@/server/delivery/statements/requests";
import { recordResults } from "@/server/delivery/statements/deliveries";
import { pauseSends } from "@/server/delivery/statements/pace";
import { releaseEntries } from "@/server/delivery/statements/outbox";
import { listSchedules } from "@/server/delivery/statements/policies";
import {
  ended,
  noResponse,
  nothing,
  type SendTally,
  type SentRequest,
  recordOutcomes,
} from "./record-outcomes";

const quotaWaitMs = 15 * 60 * 1000;
/** Pause all sending this long when the shared provider is unreachable (ms). */
const pauseMs = 30_000;

type Whole<Kind extends Outcome["kind"]> = Extract<Outcome, { kind: Kind }>;

/** No-op if another run has claimed it since. On frozen channels, a single verdict concerns the request. */
export async function recordOutcome(
  request: SentRequest,
  messages: readonly RequestMessage[],
  verdict: Verdict,
  now: Date,
): Promise<SendTally> {
  const isWhole = (input: Verdict): input is Outcome => !Array.isArray(input);
  if (isWhole(verdict) && getChannel(request.channel).isFrozen)
    return recordWholeRequest(request, messages, verdict, now);
  const outcomes = isWhole(verdict) ? messages.map(() => verdict) : verdict;
  const tally = await transaction((tx) => recordOutcomes(tx, request, messages, outcomes, now));
  await pauseOthers(request, outcomes, now);
  return tally;
}

async function pauseOthers(request: SentRequest, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const hits = outcomes.find((outcome) => outcome.kind === "later" && outcome.because !== undefined);
  const { spacing } = getChannel(request.channel).pace;
  if (hits?.kind !== "later" || spacing === null) return;
  if (hits.because === "settings") logSettings(request, hits.reason);
  await pauseSends(spacing.name, new Date(now.getTime() + (hits.waitMs ?? pauseMs)));
}

function logSettings(request: SentRequest, reason: string): void {
  log().error(
    { requestKey: request.key, channel: request.channel, reason },
    "a provider rejected our credentials",
  );
}

async function recordWholeRequest(
  request: SentRequest,
  messages: readonly RequestMessage[],
  outcome: Outcome,
  now: Date,
): Promise<SendTally> {
  switch (outcome.kind) {
    case "later":
      return recordRetry(request, messages, outcome, now);
    case "refused":
      return transaction((tx) => recordRefusal(tx, request, messages, outcome.reason, now));
    case "unknown":
      if (outcome.isFinal) return transaction((tx) => giveUp(tx, request, messages, outcome.reason, now));
      return delay(messages, retryWaitMs(request), outcome.reason, now);
    case "sent":
    case "gone": {
      const each = messages.map(() => outcome);
      return transaction((tx) => recordOutcomes(tx, request, messages, each, now));
    }
  }
}

/** This attempt was rejected, but an earlier one might have been accepted. */
async function recordRetry(
  request: SentRequest,
  messages: readonly RequestMessage[],
  outcome: Whole<"later">,
  now: Date,
): Promise<SendTally> {
  switch (outcome.because) {
    case "pace":
      return recordRateLimit(request, messages, outcome, now);
    case "quota":
      if (request.kind === "account") return delay(messages, quotaWaitMs, outcome.reason, now);
      // An earlier attempt might have been accepted. Only repeating the request under its key can show this.
      if (!wasNeverAccepted(request)) return delay(messages, quotaWaitMs, unclearReason(request), now);
      return transaction((tx) => moveToDailyDigest(tx, request, messages, now));
    case "settings":
      logSettings(request, outcome.reason);
      return delay(messages, retryWaitMs(request), outcome.reason, now);
    case undefined:
      return delay(messages, outcome.waitMs ?? retryWaitMs(request), outcome.reason, now);
  }
}

/** Recorded for rate-limited requests, but never for one that was possibly accepted. */
const limitedReason = "429 limited";

/** True if every earlier attempt was rate-limited, so the provider accepted no message. */
function wasNeverAccepted(request: SentRequest): boolean {
  return request.firstAttemptAt === null || request.reason === limitedReason;
}

function unclearReason(request: SentRequest): string {
  return request.reason ?? noResponse;
}

/** Marks deliveries as unknown: they may have arrived. The operator sees them and can resend them. */
export async function giveUp(
  tx: Queryable,
  request: SentRequest,
  messages: readonly Claim[],
  reason: string,
  now: Date,
): Promise<SendTally> {
  const results = messages.map((message) => ended(message, "unknown", reason));
  if ((await recordResults(tx, results, now)).size === 0) return nothing;
  log().error(
    { requestKey: request.key, reason, deliveries: messages.length },
    "messages with unknown outcome",
  );
  return { ...nothing, failed: messages.length };
}

/** Pauses all requests to the provider, because they share its rate limit. */
async function recordRateLimit(
  request: SentRequest,
  messages: readonly RequestMessage[],
  { waitMs: retryAfterMs }: Whole<"later">,
  now: Date,
): Promise<SendTally> {
  const waitMs = backoffMs(request.attempts, {
    baseMs: 1000,
    capMs: 60_000,
    retryAfterMs,
    random: Math.random(),
  });
  const { spacing } = getChannel(request.channel).pace;
  if (spacing !== null) await pauseSends(spacing.name, new Date(now.getTime() + waitMs));
  const reason = wasNeverAccepted(request) ? limitedReason : unclearReason(request);
  return delay(messages, waitMs, reason, now);
}

/** The daily quota is used up without an accepted message: the matches move to the next daily digest. */
async function moveToDailyDigest(
  tx: Queryable,
  request: SentRequest,
  messages: readonly RequestMessage[],
  now: Date,
): Promise<SendTally> {
  const results = messages.map((message) => ended(message, "skipped", "quota"));
  const own = await recordResults(tx, results, now);
  if (own.size === 0) return nothing;
  const moved = messages.filter(({ id }) => own.has(id));
  const userIds = moved.map(({ userId }) => userId);
  const schedules = await listSchedules(tx, userIds);
  const released = moved.flatMap(({ id, userId }) => {
    const schedule = schedules.get(userId);
    return schedule === undefined ? [] : [{ id, dueAt: nextDueAt("daily", now, schedule) }];
  });
  await releaseEntries(tx, released);
  log().warn(
    { requestKey: request.key, deliveries: own.size },
    "quota exhausted, alerts wait for the next digest",
  );
  return { ...nothing, retried: own.size };
}

/** Possibly only one message is to blame: splits the request in half until it finds the culprit. */
async function recordRefusal(
  tx: Queryable,
  request: SentRequest,
  messages: readonly RequestMessage[],
  reason: string,
  now: Date,
): Promise<SendTally> {
  const [only, ...others] = messages;
  if (only !== undefined && others.length === 0) {
    const own = await recordResults(tx, [ended(only, "failed", "rejected")], now);
    if (own.size === 0) return nothing;
    log().error({ requestKey: request.key, reason }, "a provider rejected a message");
    return { ...nothing, failed: 1 };
  }
  const middle = Math.ceil(messages.length / 2);
  for (const half of [messages.slice(0, middle), messages.slice(middle)])
    await splitRequest(tx, newId(), half, now);
  return { ...nothing, retried: messages.length };
}

function retryWaitMs(request: SentRequest): number {
  return backoffMs(request.attempts, { baseMs: 5000, capMs: 600_000, random: Math.random() });
}

async function delay(
  messages: readonly RequestMessage[],
  waitMs: number,
  reason: string,
  now: Date,
): Promise<SendTally> {
  await delayRequest(pool(), messages, { until: new Date(now.getTime() + waitMs), reason });
  return { ...nothing, retried: messages.length };
}
