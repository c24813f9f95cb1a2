import { setTimeout as sleep } from "node:timers/promises";
import { ZodError } from "zod";
import { ownChannel } from "@/channels/own-channel";
import { getChannel, type ChannelName } from "@/channels/registry";
import type { Outgoing } from "@/domain/channel";
import { pool, type Queryable, transaction } from "@/server/platform/database";
import { log, loggedError } from "@/server/platform/log";
import { decrypt } from "@/server/platform/encryption";
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
import { renewBatch } from "@/server/delivery/statements/claims";
import { type MessageKind, type DeliveryEnd, endDeliveries } from "@/server/delivery/statements/deliveries";
import { reserveSend } from "@/server/delivery/statements/pace";
import { claimMs, whileClaimed } from "./claims";
import { mailUnsent } from "./mail-instead";
import { giveUp, recordOutcome } from "./outcomes";
import { ended, noResponse, repeat, type SendTally, type SentBatch } from "./record-outcomes";

/** For longer waits requested by a provider, end the run and leave the batch to the next one. */
const longestWaitMs = 5_000;
/** Providers remember idempotency keys for 24 h. Later, the same request could be sent twice. */
const keyLifeMs = 23 * 60 * 60 * 1000;

const nothing: SendTally = { sent: 0, failed: 0, retried: 0 };

/**
 * Sends the oldest due batch of a channel. Returns null if there is no due batch or it can't start before the
 * deadline.
 */
export async function sendNext(
  name: ChannelName,
  kind: MessageKind | null,
  now: () => Date,
  deadline: () => Date,
  signal?: AbortSignal,
): Promise<SendTally | null> {
  const requested = now();
  if (!(await hasDueBatch(pool(), name, kind, requested))) return null;
  if (!(await waitForTurn(name, requested, deadline))) return null;
  // Shutdown was requested while we waited for our turn: don't start another batch.
  if (now() > deadline()) return null;
  const at = now();
  const leaseUntil = new Date(at.getTime() + claimMs);
  const claimed = await claimBatch(pool(), { channel: name, kind, now: at, leaseUntil });
  if (claimed === null) return nothing;
  const batch: SentBatch = { ...claimed, channel: name };
  const renew = (until: Date) => renewBatch(pool(), batch, until);
  return whileClaimed(at, renew, () => sendClaimed(batch, at, now, signal));
}

async function sendClaimed(
  batch: SentBatch,
  at: Date,
  now: () => Date,
  signal: AbortSignal | undefined,
): Promise<SendTally> {
  // A batch that can't be prepared must not block others. It was postponed when it was claimed.
  const attempt = await transaction((tx) => prepareAttempt(tx, batch, at)).catch((error: unknown) => {
    log().error({ batchId: batch.id, error: loggedError(error) }, "a batch could not be prepared");
    return { tally: nothing };
  });
  if ("tally" in attempt) return attempt.tally;
  const tally = await attemptBatch(batch, attempt.messages, now, signal);
  return { ...tally, failed: tally.failed + attempt.failed };
}

/** Reserves the next start time and waits for it. Returns false if it is too far off. */
async function waitForTurn(name: ChannelName, now: Date, deadline: () => Date): Promise<boolean> {
  const { spacing } = getChannel(name).pace;
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
  const channel = getChannel(batch.channel);
  const span = { batch: batch.id, channel: batch.channel, deliveries: messages.length };
  return spanned("send batch", span, async (note) => {
    const outgoing = { key: batch.id, at: now(), messages: messages.map(outgoingOf) };
    const response = await channel.send(outgoing, signal).catch(unread);
    const tally =
      response === unreadable
        ? await recordUnreadable(batch, now())
        : await recordOutcome(batch, messages, channel.classify(response), now());
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
  return { id, createdAt, isUnclear, message, to: getAddress(stored) };
}

/** Decrypts the destination's address. Null if it has no address or it can't be decrypted. */
function getAddress({ destinationId, encryptedAddress, encryptedSecret }: BatchMessage): Outgoing["to"] {
  const opened = (encrypted: string | null) =>
    encrypted === null ? null : decrypt(encrypted, destinationId);
  const [address, secret] = [opened(encryptedAddress), opened(encryptedSecret)];
  return address === null ? null : { address, secret: secret ?? "" };
}

/** `failed` counts deliveries that have already ended. */
type Attempt = { messages: BatchMessage[]; failed: number } | { tally: SendTally };

/**
 * Records the attempt before making it. Removes messages that are no longer allowed if the batch was never
 * sent.
 */
async function prepareAttempt(tx: Queryable, batch: SentBatch, now: Date): Promise<Attempt> {
  if (!(await beginAttempt(tx, batch, now))) return { tally: nothing };
  const wasTried = batch.firstAttemptAt !== null;
  if (!wasTried) await mailUnsent(tx, batch.channel, await skipSuppressed(tx, batch.id), now);
  if (batch.kind === "account") await skipExpired(tx, { batchId: batch.id, wasTried, now });
  const listed = await listBatchMessages(tx, batch.id);
  if (wasTried && !getChannel(batch.channel).isFrozen) {
    // An earlier run was killed during its attempt. Render each message again, with its own retry time.
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

/**
 * No configured key can decrypt the address: the user must enter it again, or the operator restore the key.
 */
function isUnopened(message: BatchMessage): boolean {
  return message.encryptedAddress !== null && getAddress(message) === null;
}

/**
 * Ends messages with a deleted or undecryptable destination. Returns the others and the number that failed.
 */
async function endUnreachable(
  tx: Queryable,
  batch: SentBatch,
  listed: readonly BatchMessage[],
  now: Date,
): Promise<{ messages: BatchMessage[]; failed: number }> {
  // Account addresses can't be deleted separately.
  const isOwn = batch.channel === ownChannel;
  const ends: DeliveryEnd[] = [];
  const messages: BatchMessage[] = [];
  for (const message of listed) {
    if (!isOwn && !message.isThere) ends.push(ended(message.id, "skipped", "gone"));
    else if (isUnopened(message)) ends.push(ended(message.id, "failed", "undecryptable"));
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

/**
 * An unreadable frozen message will never become readable: mark it as unknown, or render it again on channels
 * that do so.
 */
function recordUnreadable(batch: SentBatch, now: Date): Promise<SendTally> {
  return transaction(async (tx) => {
    const messages = await listBatchMessages(tx, batch.id);
    if (getChannel(batch.channel).isFrozen) return giveUp(tx, batch, messages, "unreadable", now);
    await endBatch(tx, batch, { status: "done", reason: "unreadable" });
    return repeat(tx, batch.channel, messages, now);
  });
}
