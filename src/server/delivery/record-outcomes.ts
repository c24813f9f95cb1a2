import { ownChannel } from "@/channels/own-channel";
import { getChannel, givenOf, type ChannelName } from "@/channels/registry";
import { backoffMs } from "@/domain/backoff";
import type { Outcome } from "@/domain/channel";
import type { Queryable } from "@/server/platform/database";
import { log } from "@/server/platform/log";
import { lockClaimed } from "@/server/delivery/statements/claims";
import type { ClaimedRequest, RequestMessage } from "@/server/delivery/statements/requests";
import {
  type DeliveryEnd,
  endDeliveries,
  type ReturnedDelivery,
  returnDeliveries,
} from "@/server/delivery/statements/deliveries";
import { putOffOthers } from "@/server/delivery/statements/given-destinations";
import { recordSentDelays } from "@/server/delivery/statements/delays";
import { mailUnsent } from "./mail-instead";
import { recordGiven, recordReceivers, type Settled } from "./receivers";

export interface SendTally {
  sent: number;
  failed: number;
  retried: number;
}

/** A request claimed by this run. */
export interface SentRequest extends ClaimedRequest {
  channel: ChannelName;
}

/** Recorded in place of a missing response. */
export const noResponse = "no answer";

/** Retry period of a request under the same key (ms). */
const tryForMs = 23 * 60 * 60 * 1000;

export function ended(id: string, status: DeliveryEnd["status"], reason: string | null): DeliveryEnd {
  return { id, status, reason, providerId: null };
}

/** The outcome of a delivery: its end, or when to retry it. */
export type DeliveryResult = DeliveryEnd | ReturnedDelivery;

/** Records the outcome of each message that no other run has claimed since. */
export async function recordOutcomes(
  tx: Queryable,
  request: SentRequest,
  messages: readonly RequestMessage[],
  outcomes: readonly Outcome[],
  now: Date,
): Promise<SendTally> {
  const own = await lockClaimed(tx, messages);
  if (own.size === 0) return { sent: 0, failed: 0, retried: 0 };
  const settled = messages
    .map((message, position) => ({ message, outcome: outcomes[position]! }))
    .filter(({ message }) => own.has(message.id));
  const results = settled.map(({ message, outcome }) => resultFor(request, message, outcome, now));
  const tally = await write(tx, results, now);
  const crowded = crowdedOf(settled, results);
  if (crowded.length > 0) await putOffOthers(tx, crowded, { now, apartMs });
  if (givenOf(request.channel) !== undefined) await recordGiven(tx, request.channel, settled, results, now);
  else await recordReceivers(tx, request.channel, settled, now);
  const gone = results
    .filter((result) => "status" in result && result.status === "skipped")
    .map(({ id }) => id);
  await mailUnsent(tx, request.channel, gone, now);
  return tally;
}

/** Spacing between requeued messages of one destination (ms). */
const apartMs = 100;

/**
 * Destinations with several untried messages. Their backlog would otherwise be claimed before everything
 * else.
 */
function crowdedOf(
  settled: readonly Settled[],
  results: readonly DeliveryResult[],
): { destinationId: string; until: Date }[] {
  const untried = new Map<string, Date[]>();
  for (const [position, { message }] of settled.entries()) {
    const result = results[position]!;
    if (!("isUntried" in result) || !result.isUntried) continue;
    untried.set(message.destinationId, [...(untried.get(message.destinationId) ?? []), result.nextAttemptAt]);
  }
  return [...untried].flatMap(([destinationId, times]) =>
    times.length < 2 ? [] : [{ destinationId, until: new Date(Math.max(...times.map(Number))) }],
  );
}

/** Schedules retries of messages with an unclear outcome, each at its own time. */
export function repeat(
  tx: Queryable,
  channel: ChannelName,
  messages: readonly RequestMessage[],
  now: Date,
): Promise<SendTally> {
  const how = { reason: noResponse, waitMs: null, isUnclear: true };
  return write(
    tx,
    messages.map((message) => later(channel, message, how, now)),
    now,
  );
}

async function write(tx: Queryable, results: readonly DeliveryResult[], now: Date): Promise<SendTally> {
  const ends = results.filter((result): result is DeliveryEnd => "status" in result);
  const returned = results.filter((result): result is ReturnedDelivery => !("status" in result));
  if (ends.length > 0) await endDeliveries(tx, ends, now);
  if (returned.length > 0) await returnDeliveries(tx, returned);
  const failed = ends.filter(({ status }) => status === "failed" || status === "unknown");
  for (const { id, status, reason } of failed)
    log().error({ deliveryId: id, status, reason }, "a message could not be delivered");
  const sent = ends.filter(({ status }) => status === "sent").map(({ id }) => id);
  if (sent.length > 0) await recordSentDelays(tx, sent, now);
  return { sent: sent.length, failed: failed.length, retried: returned.length };
}

function resultFor(
  request: SentRequest,
  message: RequestMessage,
  outcome: Outcome,
  now: Date,
): DeliveryResult {
  const { id } = message;
  switch (outcome.kind) {
    case "sent":
      return { id, status: "sent", reason: null, providerId: outcome.id };
    case "refused":
      return ended(id, "failed", outcome.reason);
    case "gone":
      // A bounced account address is a failure, and its user is informed. An expired browser subscription
      // isn't.
      return request.channel === ownChannel
        ? ended(id, "failed", outcome.reason)
        : ended(id, "skipped", "gone");
    case "later":
      return later(request.channel, message, { ...outcome, isUnclear: false }, now);
    case "unknown":
      // On frozen channels, a message rendered again would be a new message to the receiver.
      if (outcome.isFinal || getChannel(request.channel).isFrozen)
        return ended(id, "unknown", outcome.reason);
      return later(
        request.channel,
        message,
        { reason: outcome.reason, waitMs: outcome.waitMs ?? null, isUnclear: true },
        now,
      );
  }
}

/** An attempt that will be retried. */
interface Again {
  reason: string;
  waitMs: number | null;
  isUnclear: boolean;
  isUntried?: true;
}

/**
 * Schedules a retry with backoff or after the wait requested by the receiver, for up to 23 hours. Channels
 * with fixed waits end after the last one.
 */
function later(channel: ChannelName, message: RequestMessage, again: Again, now: Date): DeliveryResult {
  const { id, createdAt, attempts } = message;
  const { reason, isUnclear, isUntried = false } = again;
  const { waitsMs } = getChannel(channel);
  const isLast =
    waitsMs === undefined ? now.getTime() - createdAt.getTime() >= tryForMs : attempts > waitsMs.length;
  if (isLast && !isUntried) return ended(id, message.isUnclear || isUnclear ? "unknown" : "failed", reason);
  // `attempts` already includes this attempt.
  const waitMs = waitMsOf(waitsMs?.[attempts - 1], attempts, again.waitMs);
  return { id, reason, nextAttemptAt: new Date(now.getTime() + waitMs), isUnclear, isUntried };
}

/** Adds up to 10 % to fixed waits, so messages that failed together are not retried together. */
function waitMsOf(response: number | undefined, attempts: number, retryAfterMs: number | null): number {
  if (response !== undefined && retryAfterMs === null) return Math.round(response * (1 + Math.random() / 10));
  return backoffMs(attempts, { baseMs: 5000, capMs: 600_000, retryAfterMs, random: Math.random() });
}
