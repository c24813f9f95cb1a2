import { type PushOutcome, pushKey, sendPush } from "@/adapters/push";
import { pool } from "@/server/platform/database";
import { log, loggedError } from "@/server/platform/log";
import { settleMarks } from "@/server/clips/pending-marks";
import { pushPayload } from "./push-payload";
import { claimDeliveries, type ClaimedDelivery } from "@/server/delivery/statements/claim-deliveries";
import { deletePushSubscription } from "@/server/delivery/statements/delete-push-subscription";
import { freezePushes } from "@/server/delivery/statements/freeze-pushes";
import { listPushNews, type PushNews } from "@/server/delivery/statements/list-push-news";
import {
  type FrozenPush,
  listPushes,
  type Push,
  type PushTarget,
} from "@/server/delivery/statements/list-pushes";
import { notePushSubscription } from "@/server/delivery/statements/note-push-subscription";
import { type PushSettlement, settlePush } from "@/server/delivery/statements/settle-push";
import { delayedPush, endedPush, pushSettlement } from "./push-settlement";
import type { SendTally } from "./settle";

const claimedAtOnce = 100;
/** Services are many and slow ones among them; each push is a request of its own. */
const pushesAtOnce = 20;
const leaseMs = 120_000;
/** A turn ends soon even where services are slow: the next mails wait for it. */
const turnMs = 10_000;
/** What a service has taken it keeps until a day after sealing, for a browser that is not running. */
const keepForMs = 24 * 60 * 60 * 1000;

/** A push that is this run's, with what is shown. */
interface Claimed {
  delivery: ClaimedDelivery;
  push: Push;
  message: FrozenPush;
}

/**
 * Sends the pushes that are due, each to all browsers of its user, and writes down what became of it. Killed
 * anywhere, it repeats the same message under the same tag, which a browser shows once.
 */
export async function deliverPushes(
  now: () => Date,
  deadline: () => Date,
  signal?: AbortSignal,
): Promise<SendTally> {
  const tally: SendTally = { sent: 0, failed: 0, retried: 0 };
  if (pushKey() === null) return tally;
  const turnEnd = new Date(now().getTime() + turnMs);
  const isOver = () => now() >= deadline() || now() >= turnEnd;
  while (!isOver()) {
    const due = await claimDue(now());
    if (due === null) break;
    const worker = async () => {
      for (let next = due.shift(); next !== undefined; next = due.shift()) {
        const settlement = isOver() ? released(next, now()) : await deliverOne(next, now, signal);
        await settlePush(pool(), settlement, now());
        count(tally, settlement);
      }
    };
    await Promise.all(Array.from({ length: pushesAtOnce }, worker));
  }
  return tally;
}

/** Claims and freezes what is due; what has nobody to reach or nothing to tell any more ends. Null: nothing is due. */
export async function claimDue(now: Date): Promise<Claimed[] | null> {
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const claimed = await claimDeliveries(pool(), { channel: "push", most: claimedAtOnce, now, leaseUntil });
  if (claimed.length === 0) return null;
  const ids = claimed.map(({ id }) => id);
  const pushes = new Map((await listPushes(pool(), ids)).map((push) => [push.id, push]));
  await settleMarks(ids);
  const news = new Map((await listPushNews(pool(), ids)).map((one) => [one.deliveryId, one]));
  const ready: Claimed[] = [];
  for (const delivery of claimed) {
    const push = pushes.get(delivery.id);
    if (push === undefined) continue;
    const message = push.message ?? fresh(news.get(delivery.id));
    const obstacle = obstacleOf(push);
    if (isOver(delivery, push, now))
      await settlePush(pool(), endedPush(delivery, "unknown", "no answer", now), now);
    else if (obstacle === null && message !== null) ready.push({ delivery, push, message });
    else await settlePush(pool(), endedPush(delivery, "skipped", obstacle ?? "empty", now), now);
  }
  if (ready.length === 0) return [];
  const frozen = ready.map(({ delivery: { id, fence }, message }) => ({
    id,
    fence,
    message,
    count: news.get(id)?.total ?? null,
  }));
  const own = await freezePushes(pool(), frozen, now);
  return ready.filter(({ delivery }) => own.has(delivery.id));
}

function obstacleOf({ hasPlan, targets }: Push): string | null {
  if (!hasPlan) return "suppressed";
  return targets.length === 0 ? "gone" : null;
}

/** Tried for longer than any service keeps it: no try of it ever came back. */
function isOver({ attempts }: ClaimedDelivery, { createdAt }: Push, now: Date): boolean {
  return attempts > 0 && now.getTime() - createdAt.getTime() > keepForMs;
}

function fresh(news: PushNews | undefined): FrozenPush | null {
  if (news === undefined) return null;
  return { payload: pushPayload(news), accepted: [], refused: [], isUnclear: false };
}

/** One user's trouble must not hold up the others: whatever goes wrong puts this push off alone. */
async function deliverOne(
  { delivery, push, message }: Claimed,
  now: () => Date,
  signal: AbortSignal | undefined,
): Promise<PushSettlement> {
  try {
    const ageMs = now().getTime() - push.createdAt.getTime();
    const ttlSeconds = Math.max(0, Math.ceil((keepForMs - ageMs) / 1000));
    const how = { key: delivery.id, ttlSeconds, signal };
    const isDone = ({ id }: PushTarget) => message.accepted.includes(id) || message.refused.includes(id);
    const send = async (target: PushTarget) => {
      const outcome = await sendPush(target, message.payload, how);
      await noteBrowser(delivery.userId, target, outcome, now());
      return { target, outcome };
    };
    const tried = await Promise.all(push.targets.filter((target) => !isDone(target)).map(send));
    return pushSettlement(delivery, message, tried, { ageMs, now: now() });
  } catch (error) {
    log().error({ deliveryId: delivery.id, error: loggedError(error) }, "a push could not be sent");
    return delayedPush(delivery, message, { reason: "error", now: now() });
  }
}

/** A browser that has ended its subscription is forgotten; one whose service refuses is given time to mend it. */
async function noteBrowser(
  userId: string,
  target: PushTarget,
  outcome: PushOutcome,
  now: Date,
): Promise<void> {
  if (outcome.kind === "gone") await deletePushSubscription(pool(), { userId, endpoint: target.endpoint });
  else if (outcome.kind === "refused" && !target.isFailing)
    await notePushSubscription(pool(), target.id, now);
  else if (outcome.kind === "accepted" && target.isFailing)
    await notePushSubscription(pool(), target.id, null);
}

/** No time is left: as it was, for the next run. */
function released({ delivery: { id, fence }, message }: Claimed, now: Date): PushSettlement {
  return { id, fence, status: "pending", reason: null, message, nextAttemptAt: now, isReleased: true };
}

function count(tally: SendTally, { id, status, reason }: PushSettlement): void {
  if (status === "sent") tally.sent += 1;
  if (status === "pending") tally.retried += 1;
  if (status !== "failed" && status !== "unknown") return;
  tally.failed += 1;
  log().error({ deliveryId: id, status, reason }, "a push reached no browser");
}
