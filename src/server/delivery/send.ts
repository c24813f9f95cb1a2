import { setTimeout as sleep } from "node:timers/promises";
import { ZodError } from "zod";
import { sendBatch } from "@/adapters/resend";
import { pool, transaction } from "@/server/platform/database";
import { log, loggedError } from "@/server/platform/log";
import { spanned } from "@/server/platform/span";
import { beginAttempt } from "@/server/delivery/statements/begin-attempt";
import { claimBatch, type ClaimedBatch } from "@/server/delivery/statements/claim-batch";
import type { MailChannel } from "@/server/delivery/statements/claim-deliveries";
import { endBatch } from "@/server/delivery/statements/end-batch";
import { hasDueBatch } from "@/server/delivery/statements/has-due-batch";
import {
  type BatchMessage,
  listBatchDeliveries,
  listBatchMessages,
} from "@/server/delivery/statements/list-batch-messages";
import { reserveSend } from "@/server/delivery/statements/reserve-send";
import { skipExpired } from "@/server/delivery/statements/skip-expired";
import { skipSuppressed } from "@/server/delivery/statements/skip-suppressed";
import { giveUp, mailProvider, type SendTally, settle } from "./settle";

/** Resend allows two requests a second. */
const gapMs = 500;
/** A longer wait, which the provider asked for, is left to the next run: a run must be able to end. */
const longestWaitMs = 5_000;
/** Longer than a request may take. */
const leaseMs = 90_000;
/** Resend remembers a key for 24 h; later the same request could be sent twice. */
const keyLifeMs = 23 * 60 * 60 * 1000;

const nothing: SendTally = { sent: 0, failed: 0, retried: 0 };

/** Sends the batch that has waited longest; null when none is due or none may go before the deadline. */
export async function sendNext(
  channel: MailChannel | null,
  now: () => Date,
  deadline: () => Date,
  signal?: AbortSignal,
): Promise<SendTally | null> {
  const asked = now();
  if (!(await hasDueBatch(pool(), channel, asked))) return null;
  const latest = new Date(Math.min(deadline().getTime(), asked.getTime() + longestWaitMs));
  const startsAt = await reserveSend(pool(), { provider: mailProvider, now: asked, latest, gapMs });
  if (startsAt === null) return null;
  await sleep(Math.max(0, startsAt.getTime() - asked.getTime()));
  // Called to stop meanwhile: nothing is begun any more.
  if (now() > deadline()) return null;
  const at = now();
  const leaseUntil = new Date(at.getTime() + leaseMs);
  const batch = await claimBatch(pool(), { channel, now: at, leaseUntil });
  if (batch === null) return nothing;
  // One that can't be read must not keep the others: it was put off when it was claimed.
  const attempt = await prepareAttempt(batch, at).catch((error: unknown) => failed(batch, error, at));
  if ("tally" in attempt) return attempt.tally;
  const { messages } = attempt;
  const span = { batch: batch.id, channel: batch.channel, deliveries: messages.length };
  return spanned("send batch", span, async (note) => {
    const outcome = await sendBatch(
      messages.map(({ message }) => message),
      batch.id,
      signal,
    );
    const tally = await settle(batch, messages, outcome, now());
    note(tally);
    return tally;
  });
}

type Attempt = { messages: BatchMessage[] } | { tally: SendTally };

/** Writes the attempt down before it is made; what may not go any more leaves the batch while nobody has seen it. */
function prepareAttempt(batch: ClaimedBatch, now: Date): Promise<Attempt> {
  return transaction(async (tx) => {
    if (!(await beginAttempt(tx, batch, now))) return { tally: nothing };
    const wasTried = batch.firstAttemptAt !== null;
    if (!wasTried) await skipSuppressed(tx, batch.id);
    if (batch.channel === "account") await skipExpired(tx, { batchId: batch.id, wasTried, now });
    const messages = await listBatchMessages(tx, batch.id);
    if (messages.length === 0) {
      await endBatch(tx, batch, { status: "done", reason: "empty" });
      return { tally: nothing };
    }
    const firstAttemptAt = batch.firstAttemptAt ?? now;
    if (now.getTime() - firstAttemptAt.getTime() < keyLifeMs) return { messages };
    return { tally: await giveUp(tx, batch, messages, batch.reason ?? "no answer", now) };
  });
}

/** What was frozen and can't be read will never be: it is kept as unknown. Anything else is tried again. */
async function failed(batch: ClaimedBatch, error: unknown, now: Date): Promise<Attempt> {
  log().error({ batchId: batch.id, error: loggedError(error) }, "a batch could not be prepared");
  if (!(error instanceof ZodError)) return { tally: nothing };
  return transaction(async (tx) => {
    const deliveries = await listBatchDeliveries(tx, batch.id);
    return { tally: await giveUp(tx, batch, deliveries, "unreadable", now) };
  });
}
