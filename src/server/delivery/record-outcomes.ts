import { ownChannel } from "@/channels/own-channel";
import { getChannel, givenOf, type ChannelName } from "@/channels/registry";
import { backoffMs, maxRetryAfterMs } from "@/domain/time/backoff";
import type { Outcome } from "@/domain/delivery/channel";
import type { Queryable } from "@/server/platform/database";
import { log } from "@/server/platform/log";
import type { Claim } from "@/server/delivery/statements/claims";
import type { ClaimedRequest, RequestMessage } from "@/server/delivery/statements/requests";
import { type DeliveryResult, recordResults } from "@/server/delivery/statements/deliveries";
import { putOffOthers } from "@/server/delivery/statements/given-destinations";
import { recordSentDelays } from "@/server/delivery/statements/delays";
import { mailUnsent } from "./mail-instead";
import { recordGiven, recordReceivers, type Settled } from "./receivers";

/** `failed` counts refused, unrenderable and unknown messages; `retried` counts postponed ones. */
export interface SendTally {
  sent: number;
  failed: number;
  retried: number;
}

export const nothing: Readonly<SendTally> = { sent: 0, failed: 0, retried: 0 };

export function addTally(tally: SendTally, part: SendTally): void {
  tally.sent += part.sent;
  tally.failed += part.failed;
  tally.retried += part.retried;
}

export interface SentRequest extends ClaimedRequest {
  channel: ChannelName;
}

export const noResponse = "no answer";

/** Retry period of a request under the same key (ms). */
const tryForMs = 23 * 60 * 60 * 1000;

export function ended(
  { id, fence }: Claim,
  status: DeliveryResult["status"],
  reason: string | null,
): DeliveryResult {
  return { id, fence, status, reason };
}

/** Records the outcome of each message that no other run has claimed since. */
export async function recordOutcomes(
  tx: Queryable,
  request: SentRequest,
  messages: readonly RequestMessage[],
  outcomes: readonly Outcome[],
  now: Date,
): Promise<SendTally> {
  const given = messages.map((message, position) => {
    const outcome = outcomes[position]!;
    return { message, outcome, result: resultFor(request, message, outcome, now) };
  });
  const { own, tally } = await write(
    tx,
    given.map(({ result }) => result),
    now,
  );
  const settled = given.filter(({ message }) => own.has(message.id));
  if (settled.length === 0) return tally;
  const crowded = crowdedOf(settled);
  if (crowded.length > 0) await putOffOthers(tx, crowded, { now, apartMs });
  if (givenOf(request.channel) !== undefined) await recordGiven(tx, request.channel, settled, now);
  else await recordReceivers(tx, request.channel, settled, now);
  const gone = settled.filter(({ result }) => result.status === "skipped").map(({ message }) => message.id);
  await mailUnsent(tx, request.channel, gone, now);
  return tally;
}

/** Spacing between requeued messages of one destination (ms). */
const apartMs = 100;

/** With several untried messages, their backlog would be claimed before everything else. */
function crowdedOf(settled: readonly Settled[]): { destinationId: string; until: Date }[] {
  const untried = new Map<string, Date[]>();
  for (const { message, result } of settled) {
    const { nextAttemptAt, attempts = 0 } = result;
    if (nextAttemptAt === undefined || attempts >= 0) continue;
    untried.set(message.destinationId, [...(untried.get(message.destinationId) ?? []), nextAttemptAt]);
  }
  return [...untried].flatMap(([destinationId, times]) =>
    times.length < 2 ? [] : [{ destinationId, until: new Date(Math.max(...times.map(Number))) }],
  );
}

/** Schedules retries of messages with an unclear outcome, each at its own time. */
export async function repeat(
  tx: Queryable,
  channel: ChannelName,
  messages: readonly RequestMessage[],
  now: Date,
): Promise<SendTally> {
  const how = { reason: noResponse, waitMs: null, isUnclear: true };
  const { tally } = await write(
    tx,
    messages.map((message) => later(channel, message, how, now)),
    now,
  );
  return tally;
}

/** Records results. `own`: the ids that no other run has claimed since. */
async function write(
  tx: Queryable,
  results: readonly DeliveryResult[],
  now: Date,
): Promise<{ own: Set<string>; tally: SendTally }> {
  const own = await recordResults(tx, results, now);
  const recorded = results.filter(({ id }) => own.has(id));
  const failed = recorded.filter(({ status }) => status === "failed" || status === "unknown");
  for (const { id, status, reason } of failed)
    log().error({ deliveryId: id, status, reason }, "a message could not be delivered");
  const sent = recorded.filter(({ status }) => status === "sent").map(({ id }) => id);
  if (sent.length > 0) await recordSentDelays(tx, sent, now);
  const retried = recorded.filter(({ status }) => status === "pending").length;
  return { own, tally: { sent: sent.length, failed: failed.length, retried } };
}

function resultFor(
  request: SentRequest,
  message: RequestMessage,
  outcome: Outcome,
  now: Date,
): DeliveryResult {
  switch (outcome.kind) {
    case "sent":
      return { ...ended(message, "sent", null), providerId: outcome.id };
    case "refused":
      return ended(message, "failed", outcome.reason);
    case "gone":
      // Users are informed of a bounced account address, but not of an expired browser subscription.
      return request.channel === ownChannel
        ? ended(message, "failed", outcome.reason)
        : ended(message, "skipped", "gone");
    case "later":
      return later(request.channel, message, { ...outcome, isUnclear: false }, now);
    case "unknown":
      // On frozen channels, a message rendered again would be a new message to the receiver.
      if (outcome.isFinal || getChannel(request.channel).isFrozen)
        return ended(message, "unknown", outcome.reason);
      return later(
        request.channel,
        message,
        { reason: outcome.reason, waitMs: outcome.waitMs ?? null, isUnclear: true },
        now,
      );
  }
}

interface Again {
  reason: string;
  waitMs: number | null;
  isUnclear: boolean;
  isUntried?: true;
  because?: Extract<Outcome, { kind: "later" }>["because"];
}

/**
 * Backs off, longer if the receiver requests it, for up to 23 hours or until fixed waits are used up. Emails
 * also end then if the operator must fix settings; messages on other channels wait.
 */
function later(channel: ChannelName, message: RequestMessage, again: Again, now: Date): DeliveryResult {
  const { retrySince, attempts } = message;
  const { reason, isUnclear, isUntried = false } = again;
  const { waitsMs } = getChannel(channel);
  const isWaiting = again.because === "settings" && channel !== ownChannel;
  const isOver =
    waitsMs === undefined ? now.getTime() - retrySince.getTime() >= tryForMs : attempts > waitsMs.length;
  // A message can be that old before its first attempt, such as after an outage of ours.
  const isFirst = attempts === 1;
  if (isOver && !isUntried && !isWaiting && !isFirst)
    return ended(message, message.isUnclear || isUnclear ? "unknown" : "failed", reason);
  // `attempts` already includes this attempt.
  const nextAttemptAt = new Date(now.getTime() + getWaitMs(waitsMs?.[attempts - 1], attempts, again));
  const restartsAt = isWaiting ? nextAttemptAt : isOver && isFirst ? now : undefined;
  const change = { nextAttemptAt, isUnclear, attempts: isUntried ? -1 : 0, retrySince: restartsAt };
  return { ...ended(message, "pending", reason), ...change };
}

const capMs = 600_000;

/** Requested waits only lengthen ours: short ones would use up the attempts, or leave no pause between them. */
function getWaitMs(fixedMs: number | undefined, attempts: number, { waitMs, isUntried }: Again): number {
  const requestedMs = Math.min(waitMs ?? 0, maxRetryAfterMs);
  if (isUntried && waitMs !== null) return requestedMs;
  // Up to 10 % more, so messages that failed together are not retried together.
  if (fixedMs !== undefined) return Math.max(requestedMs, Math.round(fixedMs * (1 + Math.random() / 10)));
  if (waitMs === null) return backoffMs(attempts, { baseMs: 5000, capMs, random: Math.random() });
  return Math.max(requestedMs, Math.min(capMs, 1000 * 2 ** (attempts - 1)));
}
