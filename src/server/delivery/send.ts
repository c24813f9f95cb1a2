import { setTimeout as sleep } from "node:timers/promises";
import { ZodError } from "zod";
import { ownChannel } from "@/channels/own-channel";
import { getChannel, type ChannelName } from "@/channels/registry";
import type { Outgoing, Verdict } from "@/domain/delivery/channel";
import { pool, type Queryable, transaction } from "@/server/platform/database";
import { log, loggedError } from "@/server/platform/log";
import { decrypt } from "@/server/platform/encryption";
import { spanned } from "@/server/platform/span";
import { renewDeliveries } from "@/server/delivery/statements/claims";
import {
  beginAttempt,
  claimRequest,
  hasDueRequest,
  listRequestMessages,
  type RequestMessage,
} from "@/server/delivery/statements/requests";
import {
  type MessageKind,
  type DeliveryResult,
  recordResults,
} from "@/server/delivery/statements/deliveries";
import { reserveSend } from "@/server/delivery/statements/pace";
import { claimMs, whileClaimed } from "./claims";
import { mailUnsent } from "./mail-instead";
import { giveUp, recordOutcome } from "./outcomes";
import { eachGroup } from "./each-group";
import {
  addTally,
  ended,
  noResponse,
  nothing,
  repeat,
  type SendTally,
  type SentRequest,
} from "./record-outcomes";

/** Time between two recordings of messages that were sent in parallel (ms). */
const recordEveryMs = 500;
/** For longer waits requested by a provider, end the run and leave the batch to the next one. */
const longestWaitMs = 5_000;
/** Providers remember idempotency keys for 24 h. Later, the same request could be sent twice. */
const keyLifeMs = 23 * 60 * 60 * 1000;

/** Sends the oldest due request. Null if none is due or it can't start before the deadline. */
export async function sendNext(
  name: ChannelName,
  kind: MessageKind | null,
  now: () => Date,
  deadline: () => Date,
  signal?: AbortSignal,
): Promise<SendTally | null> {
  const requested = now();
  if (!(await hasDueRequest(pool(), name, kind, requested))) return null;
  if (!(await waitForTurn(name, requested, deadline))) return null;
  // Shutdown was requested while we waited for our turn: don't start another request.
  if (now() > deadline()) return null;
  const at = now();
  const leaseUntil = new Date(at.getTime() + claimMs);
  const countsAttempts = getChannel(name).isFrozen;
  const claimed = await claimRequest(pool(), { channel: name, kind, now: at, leaseUntil, countsAttempts });
  if (claimed === null) return nothing;
  const request: SentRequest = { ...claimed, channel: name };
  const renew = (until: Date) => renewDeliveries(pool(), request.claims, until);
  return whileClaimed(at, renew, () => sendClaimed(request, at, now, signal));
}

async function sendClaimed(
  request: SentRequest,
  at: Date,
  now: () => Date,
  signal: AbortSignal | undefined,
): Promise<SendTally> {
  // A request that can't be prepared must not block others. It was postponed when it was claimed.
  const attempt = await transaction((tx) => prepareAttempt(tx, request, at)).catch((error: unknown) => {
    log().error({ requestKey: request.key, error: loggedError(error) }, "a request could not be prepared");
    return { tally: nothing };
  });
  if ("tally" in attempt) return attempt.tally;
  const tally = await attemptRequest(request, attempt.messages, now, signal);
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

async function attemptRequest(
  request: SentRequest,
  messages: readonly RequestMessage[],
  now: () => Date,
  signal: AbortSignal | undefined,
): Promise<SendTally> {
  const parts = getChannel(request.channel).isFrozen ? [messages] : messages.map((message) => [message]);
  const span = { request: request.key, channel: request.channel, deliveries: messages.length };
  return spanned("send request", span, async (note) => {
    const tally = { ...nothing };
    const sends = parts.map((part) => sendPart(request, part, now(), signal));
    // Before the slowest has ended: a killed process repeats unrecorded messages.
    await eachGroup(sends, recordEveryMs, async (ended) => {
      addTally(tally, await recordParts(request, ended, now()));
    });
    note(tally);
    return tally;
  });
}

interface SentPart {
  messages: readonly RequestMessage[];
  verdict: Verdict | typeof unreadable;
}

async function sendPart(
  { key, channel: name }: SentRequest,
  messages: readonly RequestMessage[],
  at: Date,
  signal: AbortSignal | undefined,
): Promise<SentPart> {
  const channel = getChannel(name);
  const response = await channel.send({ key, at, messages: messages.map(outgoingOf) }, signal).catch(unread);
  return { messages, verdict: response === unreadable ? unreadable : channel.classify(response) };
}

async function recordParts(request: SentRequest, parts: readonly SentPart[], now: Date): Promise<SendTally> {
  const tally = { ...nothing };
  const read: { messages: readonly RequestMessage[]; verdict: Verdict }[] = [];
  for (const { messages, verdict } of parts) {
    if (verdict === unreadable) addTally(tally, await recordUnreadable(request, messages, now));
    else read.push({ messages, verdict });
  }
  if (read.length === 0) return tally;
  const messages = read.flatMap((part) => part.messages);
  // A frozen request is a single part, and can have one verdict for all of its messages.
  const verdict = read.length === 1 ? read[0]!.verdict : read.flatMap((part) => part.verdict);
  addTally(tally, await recordOutcome(request, messages, verdict, now));
  return tally;
}

const unreadable = Symbol("unreadable");

function unread(error: unknown): typeof unreadable {
  if (error instanceof ZodError) return unreadable;
  throw error;
}

function outgoingOf(stored: RequestMessage): Outgoing {
  const { id, createdAt, isUnclear, message } = stored;
  return { id, createdAt, isUnclear, message, to: getAddress(stored) };
}

/** Decrypts the destination's address. Null if it has no address or it can't be decrypted. */
function getAddress({ destinationId, encryptedAddress, encryptedSecret }: RequestMessage): Outgoing["to"] {
  const opened = (encrypted: string | null) =>
    encrypted === null ? null : decrypt(encrypted, destinationId);
  const [address, secret] = [opened(encryptedAddress), opened(encryptedSecret)];
  return address === null ? null : { address, secret: secret ?? "" };
}

/** `failed` counts deliveries that have already ended. */
type Attempt = { messages: RequestMessage[]; failed: number } | { tally: SendTally };

/** Records the attempt first, and ends messages that must not be sent. */
async function prepareAttempt(tx: Queryable, request: SentRequest, now: Date): Promise<Attempt> {
  const { isFrozen } = getChannel(request.channel);
  const ids = await beginAttempt(tx, request.claims, { now, isCounted: !isFrozen });
  if (ids.length === 0) return { tally: nothing };
  const listed = await listRequestMessages(tx, request.key, now);
  const { messages, failed } = await endUnsendable(tx, request, listed, now);
  if (messages.length === 0) return { tally: { ...nothing, failed } };
  const { firstAttemptAt } = request;
  if (firstAttemptAt === null) return { messages, failed };
  // An earlier run was killed during its attempt. Render each message again, with its own retry time.
  if (!isFrozen) return { tally: await repeat(tx, request.channel, messages, now) };
  if (now.getTime() - firstAttemptAt.getTime() < keyLifeMs) return { messages, failed };
  return { tally: await giveUp(tx, request, messages, request.reason ?? noResponse, now) };
}

async function endUnsendable(
  tx: Queryable,
  request: SentRequest,
  listed: readonly RequestMessage[],
  now: Date,
): Promise<{ messages: RequestMessage[]; failed: number }> {
  const ends = listed.flatMap((message) => endOf(request, message) ?? []);
  if (ends.length === 0) return { messages: [...listed], failed: 0 };
  await recordResults(tx, ends, now);
  const skipped = ends.filter(({ status }) => status === "skipped").map(({ id }) => id);
  await mailUnsent(tx, request.channel, skipped, now);
  const failed = ends.filter(({ status }) => status === "failed").length;
  if (failed > 0)
    log().error(
      { requestKey: request.key, deliveries: failed },
      "no encryption key can decrypt the destination",
    );
  return { messages: listed.filter(({ id }) => !ends.some((end) => end.id === id)), failed };
}

/** Returns the result for a message that must not be sent, otherwise null. */
function endOf(request: SentRequest, message: RequestMessage): DeliveryResult | null {
  const wasTried = request.firstAttemptAt !== null;
  if (message.isSuppressed && !wasTried) return ended(message, "skipped", "suppressed");
  if (message.isExpired) return ended(message, wasTried ? "unknown" : "skipped", "expired");
  // Account addresses can't be deleted separately.
  if (!message.isThere && request.channel !== ownChannel) return ended(message, "skipped", "gone");
  // No configured key can decrypt it: the user must enter it again, or the operator restore the key.
  const isUnopened = message.encryptedAddress !== null && getAddress(message) === null;
  return isUnopened ? ended(message, "failed", "undecryptable") : null;
}

/** It will never become readable: marked as unknown, or rendered again on channels that do so. */
function recordUnreadable(
  request: SentRequest,
  messages: readonly RequestMessage[],
  now: Date,
): Promise<SendTally> {
  return transaction((tx) =>
    getChannel(request.channel).isFrozen
      ? giveUp(tx, request, messages, "unreadable", now)
      : repeat(tx, request.channel, messages, now),
  );
}
