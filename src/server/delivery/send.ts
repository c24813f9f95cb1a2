import { setTimeout as sleep } from "node:timers/promises";
import { ZodError } from "zod";
import { ownChannel } from "@/channels/own-channel";
import { channelOf, type ChannelName } from "@/channels/registry";
import type { Outgoing } from "@/domain/channel";
import { pool, type Queryable, transaction } from "@/server/platform/database";
import { log, loggedError } from "@/server/platform/log";
import { unseal } from "@/server/platform/sealing";
import { spanned } from "@/server/platform/span";
import {
  beginAttempt,
  claimBatch,
  endBatch,
  hasDueBatch,
  type BatchMessage,
  listBatchMessages,
  skipExpired,
  skipSuppressed,
} from "@/server/delivery/statements/batches";
import { type MessageKind, type DeliveryEnd, endDeliveries } from "@/server/delivery/statements/deliveries";
import { reserveSend } from "@/server/delivery/statements/pace";
import { mailUnsent } from "./mail-instead";
import { giveUp, settle } from "./settle";
import { ended, noResponse, repeat, type SendTally, type SentBatch } from "./settle-each";

/** A longer wait, which the receiver asked for, is left to the next run: a run must be able to end. */
const longestWaitMs = 5_000;
/** Longer than a request may take. */
const leaseMs = 90_000;
/** A key is remembered for 24 h by who knows keys; later the same request could be sent twice. */
const keyLifeMs = 23 * 60 * 60 * 1000;

const nothing: SendTally = { sent: 0, failed: 0, retried: 0 };

/** Sends the batch of a channel that has waited longest; null when none is due or none may go before the deadline. */
export async function sendNext(
  name: ChannelName,
  kind: MessageKind | null,
  now: () => Date,
  deadline: () => Date,
  signal?: AbortSignal,
): Promise<SendTally | null> {
  const asked = now();
  if (!(await hasDueBatch(pool(), name, kind, asked))) return null;
  if (!(await waitForTurn(name, asked, deadline))) return null;
  // Called to stop meanwhile: nothing is begun any more.
  if (now() > deadline()) return null;
  const at = now();
  const leaseUntil = new Date(at.getTime() + leaseMs);
  const claimed = await claimBatch(pool(), { channel: name, kind, now: at, leaseUntil });
  if (claimed === null) return nothing;
  const batch: SentBatch = { ...claimed, channel: name };
  // One that can't be prepared must not keep the others: it was put off when it was claimed.
  const attempt = await transaction((tx) => prepareAttempt(tx, batch, at)).catch((error: unknown) => {
    log().error({ batchId: batch.id, error: loggedError(error) }, "a batch could not be prepared");
    return { tally: nothing };
  });
  if ("tally" in attempt) return attempt.tally;
  const tally = await attemptBatch(batch, attempt.messages, now, signal);
  return { ...tally, failed: tally.failed + attempt.failed };
}

/** Reserves the next moment at which a request may begin, and waits for it; false: it is too far off. */
async function waitForTurn(name: ChannelName, now: Date, deadline: () => Date): Promise<boolean> {
  const { spacing } = channelOf(name).pace;
  if (spacing === null) return true;
  const latest = new Date(Math.min(deadline().getTime(), now.getTime() + longestWaitMs));
  const startsAt = await reserveSend(pool(), { provider: spacing.name, now, latest, spacingMs: spacing.ms });
  if (startsAt === null) return false;
  await sleep(Math.max(0, startsAt.getTime() - now.getTime()));
  return true;
}

function attemptBatch(
  batch: SentBatch,
  messages: readonly BatchMessage[],
  now: () => Date,
  signal: AbortSignal | undefined,
): Promise<SendTally> {
  const channel = channelOf(batch.channel);
  const span = { batch: batch.id, channel: batch.channel, deliveries: messages.length };
  return spanned("send batch", span, async (note) => {
    const outgoing = { key: batch.id, at: now(), messages: messages.map(outgoingOf) };
    const answer = await channel.send(outgoing, signal).catch(unread);
    const tally =
      answer === unreadable
        ? await settleUnreadable(batch, now())
        : await settle(batch, messages, channel.classify(answer), now());
    note(tally);
    return tally;
  });
}

const unreadable = Symbol("unreadable");

function unread(error: unknown): typeof unreadable {
  if (error instanceof ZodError) return unreadable;
  throw error;
}

function outgoingOf(stored: BatchMessage): Outgoing {
  const { id, createdAt, isUnclear, message } = stored;
  return { id, createdAt, isUnclear, message, to: addressOf(stored) };
}

/** The destination's own address, as it was given; null: it has none, or no key of ours opens it. */
function addressOf({ destinationId, addressSealed, secretSealed }: BatchMessage): Outgoing["to"] {
  const opened = (sealed: string | null) => (sealed === null ? null : unseal(sealed, destinationId));
  const [address, secret] = [opened(addressSealed), opened(secretSealed)];
  return address === null ? null : { address, secret: secret ?? "" };
}

/** Failed: what has ended already. */
type Attempt = { messages: BatchMessage[]; failed: number } | { tally: SendTally };

/** Writes the attempt down before it is made; what may not go any more leaves the batch while nobody has seen it. */
async function prepareAttempt(tx: Queryable, batch: SentBatch, now: Date): Promise<Attempt> {
  if (!(await beginAttempt(tx, batch, now))) return { tally: nothing };
  const wasTried = batch.firstAttemptAt !== null;
  if (!wasTried) await mailUnsent(tx, batch.channel, await skipSuppressed(tx, batch.id), now);
  if (batch.kind === "account") await skipExpired(tx, { batchId: batch.id, wasTried, now });
  const listed = await listBatchMessages(tx, batch.id);
  if (wasTried && !channelOf(batch.channel).isFrozen) {
    // Whoever began it was killed over it: each is rendered anew, at a time of its own.
    await endBatch(tx, batch, { status: "done", reason: noResponse });
    return { tally: await repeat(tx, batch.channel, listed, now) };
  }
  const { messages, failed } = await endUnreachable(tx, batch, listed, now);
  if (messages.length === 0) {
    await endBatch(tx, batch, { status: "done", reason: "empty" });
    return { tally: { ...nothing, failed } };
  }
  const firstAttemptAt = batch.firstAttemptAt ?? now;
  if (now.getTime() - firstAttemptAt.getTime() < keyLifeMs) return { messages, failed };
  return { tally: await giveUp(tx, batch, messages, batch.reason ?? noResponse, now) };
}

/** No key that is set opens its address: its owner has to give it again, or the operator the key. */
function isUnopened(message: BatchMessage): boolean {
  return message.addressSealed !== null && addressOf(message) === null;
}

/** Ends what has nowhere to go: its destination went while it waited, or can't be opened. Answers the others, and how many failed. */
async function endUnreachable(
  tx: Queryable,
  batch: SentBatch,
  listed: readonly BatchMessage[],
  now: Date,
): Promise<{ messages: BatchMessage[]; failed: number }> {
  // An account's own address is where the account is.
  const isOwn = batch.channel === ownChannel;
  const ends: DeliveryEnd[] = [];
  const messages: BatchMessage[] = [];
  for (const message of listed) {
    if (!isOwn && !message.isThere) ends.push(ended(message.id, "skipped", "gone"));
    else if (isUnopened(message)) ends.push(ended(message.id, "failed", "sealed"));
    else messages.push(message);
  }
  if (ends.length > 0) await endDeliveries(tx, ends, now);
  const gone = ends.filter(({ status }) => status === "skipped").map(({ id }) => id);
  await mailUnsent(tx, batch.channel, gone, now);
  const failed = ends.filter(({ status }) => status === "failed").length;
  if (failed > 0)
    log().error({ batchId: batch.id, deliveries: failed }, "no encryption key can decrypt the destination");
  return { messages, failed };
}

/** What was frozen and can't be read will never be: it is kept as unknown, or rendered anew where that is what is done. */
function settleUnreadable(batch: SentBatch, now: Date): Promise<SendTally> {
  return transaction(async (tx) => {
    const messages = await listBatchMessages(tx, batch.id);
    if (channelOf(batch.channel).isFrozen) return giveUp(tx, batch, messages, "unreadable", now);
    await endBatch(tx, batch, { status: "done", reason: "unreadable" });
    return repeat(tx, batch.channel, messages, now);
  });
}
