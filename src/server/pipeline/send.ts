import { setTimeout as sleep } from "node:timers/promises";
import { sendBatch } from "@/adapters/resend";
import { pool, transaction } from "@/server/database";
import { spanned } from "@/server/span";
import { claimBatch, type ClaimedBatch } from "@/server/sql/claim-batch";
import type { MailChannel } from "@/server/sql/claim-deliveries";
import { endBatch } from "@/server/sql/end-batch";
import { hasDueBatch } from "@/server/sql/has-due-batch";
import { type BatchMessage, listBatchMessages } from "@/server/sql/list-batch-messages";
import { reserveSend } from "@/server/sql/reserve-send";
import { skipExpired } from "@/server/sql/skip-expired";
import { skipSuppressed } from "@/server/sql/skip-suppressed";
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
  const attempt = await claimAttempt(channel, now());
  if (attempt === null) return nothing;
  if ("tally" in attempt) return attempt.tally;
  const { batch, messages } = attempt;
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

type Attempt = { batch: ClaimedBatch; messages: BatchMessage[] } | { tally: SendTally };

/** Writes the attempt down before it is made; what may not go any more leaves the batch while nobody has seen it. */
function claimAttempt(channel: MailChannel | null, now: Date): Promise<Attempt | null> {
  return transaction(async (tx) => {
    const batch = await claimBatch(tx, { channel, now, leaseUntil: new Date(now.getTime() + leaseMs) });
    if (batch === null) return null;
    const wasTried = batch.attempts > 1;
    if (!wasTried) await skipSuppressed(tx, batch.id);
    if (batch.channel === "account") await skipExpired(tx, { batchId: batch.id, wasTried, now });
    const messages = await listBatchMessages(tx, batch.id);
    if (messages.length === 0) {
      await endBatch(tx, batch, { status: "done", reason: "empty" });
      return { tally: nothing };
    }
    if (now.getTime() - batch.firstAttemptAt.getTime() < keyLifeMs) return { batch, messages };
    return { tally: await giveUp(tx, batch, messages, batch.reason ?? "no answer", now) };
  });
}
