import { z } from "zod";
import { ownChannel } from "@/channels/own-channel";
import { channelOf, type ChannelName } from "@/channels/registry";
import { backoffMs } from "@/domain/backoff";
import type { Outcome } from "@/domain/channel";
import type { Queryable } from "@/server/platform/database";
import { log } from "@/server/platform/log";
import { type ClaimedBatch, endBatch, type BatchMessage } from "@/server/delivery/statements/batches";
import {
  type DeliveryEnd,
  endDeliveries,
  type ReturnedDelivery,
  returnDeliveries,
} from "@/server/delivery/statements/deliveries";
import { noteSentDelays } from "@/server/delivery/statements/delays";
import { deleteDestinations, noteDestinations } from "@/server/delivery/statements/destinations";
import { suppressAddresses } from "./suppression";

export interface SendTally {
  sent: number;
  failed: number;
  retried: number;
}

/** A batch that is this run's. */
export interface SentBatch extends ClaimedBatch {
  channel: ChannelName;
}

/** What is written down where nothing was heard. */
export const noAnswer = "no answer";

/** As long as a request is repeated under its key. */
const tryForMs = 23 * 60 * 60 * 1000;

export function ended(id: string, status: DeliveryEnd["status"], reason: string | null): DeliveryEnd {
  return { id, status, reason, providerId: null };
}

/** What becomes of one delivery: its end, or when it is tried again. */
type Fate = DeliveryEnd | ReturnedDelivery;

/** Writes down what became of each message. One fenced off meanwhile changes nothing. */
export async function settleEach(
  tx: Queryable,
  batch: SentBatch,
  messages: readonly BatchMessage[],
  outcomes: readonly Outcome[],
  now: Date,
): Promise<SendTally> {
  if (!(await endBatch(tx, batch, { status: "done", reason: null })))
    return { sent: 0, failed: 0, retried: 0 };
  const settled = messages.map((message, position) => ({ message, outcome: outcomes[position]! }));
  const tally = await write(
    tx,
    settled.map(({ message, outcome }) => fateOf(batch, message, outcome, now)),
    now,
  );
  await noteReceivers(tx, batch.channel, settled, now);
  return tally;
}

/** Makes messages due again of which nobody knows whether they arrived, each at a time of its own. */
export function repeat(tx: Queryable, messages: readonly BatchMessage[], now: Date): Promise<SendTally> {
  return write(
    tx,
    messages.map((message) => later(message, { reason: noAnswer, waitMs: null, isUnclear: true }, now)),
    now,
  );
}

async function write(tx: Queryable, fates: readonly Fate[], now: Date): Promise<SendTally> {
  const ends = fates.filter((fate): fate is DeliveryEnd => "status" in fate);
  const returned = fates.filter((fate): fate is ReturnedDelivery => !("status" in fate));
  if (ends.length > 0) await endDeliveries(tx, ends, now);
  if (returned.length > 0) await returnDeliveries(tx, returned);
  const failed = ends.filter(({ status }) => status === "failed" || status === "unknown");
  for (const { id, status, reason } of failed)
    log().error({ deliveryId: id, status, reason }, "a message did not get through");
  const sent = ends.filter(({ status }) => status === "sent").map(({ id }) => id);
  if (sent.length > 0) await noteSentDelays(tx, sent, now);
  return { sent: sent.length, failed: failed.length, retried: returned.length };
}

function fateOf(batch: SentBatch, message: BatchMessage, outcome: Outcome, now: Date): Fate {
  const { id } = message;
  switch (outcome.kind) {
    case "sent":
      return { id, status: "sent", reason: null, providerId: outcome.id };
    case "refused":
      return ended(id, "failed", outcome.reason);
    case "gone":
      // Of the account's own its owner is told: it takes no mails. A browser that ended it is no failure.
      return batch.channel === ownChannel
        ? ended(id, "failed", outcome.reason)
        : ended(id, "skipped", "gone");
    case "later":
      return later(message, { ...outcome, isUnclear: false }, now);
    case "unknown":
      // Anew it would be another message to a receiver that knows the bytes.
      if (outcome.isFinal || channelOf(batch.channel).isFrozen) return ended(id, "unknown", outcome.reason);
      return later(message, { reason: outcome.reason, waitMs: null, isUnclear: true }, now);
  }
}

/** Due again with growing waits, or for as long as the receiver asked; after 23 hours it has ended. */
function later(
  { id, createdAt, attempts, isUnclear: wasUnclear }: BatchMessage,
  { reason, waitMs, isUnclear }: { reason: string; waitMs: number | null; isUnclear: boolean },
  now: Date,
): Fate {
  if (now.getTime() - createdAt.getTime() >= tryForMs)
    return ended(id, wasUnclear || isUnclear ? "unknown" : "failed", reason);
  const how = { baseMs: 5000, capMs: 600_000, askedMs: waitMs, random: Math.random() };
  // The attempt that this was is counted already.
  const nextAttemptAt = new Date(now.getTime() + backoffMs(attempts, how));
  return { id, reason, nextAttemptAt, isUnclear };
}

/** To whom a message to an account's own address was sent: the account may have another one by now. */
function addresseeOf({ message }: BatchMessage): string {
  return addressed.parse(message).to;
}

const addressed = z.object({ to: z.string() });

interface Settled {
  message: BatchMessage;
  outcome: Outcome;
}

/** A destination that is gone is forgotten, or is the account's and gets no more; one that refuses is given time to mend it. */
async function noteReceivers(
  tx: Queryable,
  channel: ChannelName,
  settled: readonly Settled[],
  now: Date,
): Promise<void> {
  const of = (kind: Outcome["kind"]) =>
    settled.filter(({ outcome }) => outcome.kind === kind).map(({ message }) => message);
  const gone = of("gone");
  if (gone.length > 0) {
    if (channel === ownChannel) await suppressAddresses(tx, gone.map(addresseeOf), "bounced", now);
    else await deleteDestinations(tx, gone);
  }
  const mended = of("sent").filter(({ isFailing }) => isFailing);
  const failing = of("refused").filter(({ isFailing }) => !isFailing);
  const idsOf = (messages: readonly BatchMessage[]) => messages.map(({ destinationId }) => destinationId);
  if (mended.length > 0) await noteDestinations(tx, idsOf(mended), null);
  if (failing.length > 0) await noteDestinations(tx, idsOf(failing), now);
}
