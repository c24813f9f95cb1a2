import { getChannel, type ChannelName } from "@/channels/registry";
import { nextDueTimes, usualDigests } from "@/domain/delivery/digest-schedule";
import { freeRealtimeMs, proRealtimeMs } from "@/domain/plans/plans";
import { throttledUntil, realtimeEvery } from "@/domain/delivery/realtime";
import { silentUntil } from "@/domain/delivery/silence";
import { pool, type Queryable, transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { runInTurn } from "@/server/platform/in-turn";
import { endUnreached } from "./mail-instead";
import { findDueWork } from "@/server/delivery/statements/due-work";
import { listSchedules, quietOn } from "@/server/delivery/statements/policies";
import {
  findEnqueueLimit,
  type DueEntries,
  listDueEntries,
  type EntryMove,
  rescheduleEntries,
  createDeliveries,
} from "@/server/delivery/statements/enqueue";
import { tryTransactionLock } from "@/server/platform/try-transaction-lock";

const maxRounds = 100;

/**
 * Creates one delivery per destination for every outbox entry due at `now`.
 * Idempotent: due times that already have a delivery are skipped, and later entries for them move to the next
 * due time. Entries of muted users and users in quiet hours are deferred until that ends. Real-time entries are
 * also throttled by the user's current plan (see `realtimeEvery`). Entries of unreachable users are dropped,
 * or emailed if they were for a custom destination; they stay visible in the app.
 * If another run has the lock or these rows, leaves them for the next run. Default channels: active ones with
 * due entries; a channel that fails doesn't stop the others. Each transaction takes about `entriesPerRound`: by
 * default a second of work.
 */
export async function enqueueDueDeliveries(
  now: Date,
  hasTime: () => boolean = () => true,
  channels?: readonly ChannelName[],
  entriesPerRound = 200_000,
): Promise<{ enqueued: number }> {
  const due = channels ?? (await findDueWork(pool(), now)).entries;
  const counts = await runInTurn(
    due.map((channel) => () => enqueueChannel(channel, { now, entriesPerRound }, hasTime)),
  );
  return { enqueued: counts.reduce((sum, count) => sum + count, 0) };
}

interface Round {
  made: number;
  left: boolean;
}

interface RoundOf {
  now: Date;
  entriesPerRound: number;
}

async function enqueueChannel(channel: ChannelName, of: RoundOf, hasTime: () => boolean): Promise<number> {
  let enqueued = 0;
  for (let round = 0; round < maxRounds && (round === 0 || hasTime()); round++) {
    const { made, left } = await transaction((tx) => inTurn(tx, () => enqueueRound(tx, channel, of))).catch(
      skipOnLockConflict,
    );
    enqueued += made;
    if (!left) break;
  }
  return enqueued;
}

/** PostgreSQL error codes for a lock timeout and a deadlock. */
const lockCodes = new Set(["55P03", "40P01"]);

function skipOnLockConflict(error: unknown): Round {
  if (error instanceof Error && "code" in error && lockCodes.has(String(error.code)))
    return { made: 0, left: false };
  throw error;
}

async function inTurn(tx: Queryable, enqueue: () => Promise<Round>): Promise<Round> {
  // Two concurrent runs would lock the same entries in different orders.
  if (!(await tryTransactionLock(tx, "enqueue"))) return { made: 0, left: false };
  // Shorter than PostgreSQL's deadlock timeout, which might abort a user's request instead.
  await tx.query("SET LOCAL lock_timeout = '500ms'");
  return enqueue();
}

async function enqueueRound(
  tx: Queryable,
  channel: ChannelName,
  { now, entriesPerRound }: RoundOf,
): Promise<Round> {
  const { until, lastUserId } = await findEnqueueLimit(channel, now, entriesPerRound);
  const isPart = until < now || lastUserId !== null;
  const due = await listDueEntries(tx, channel, { until, lastUserId, now });
  const unreachable = due.filter((entries) => !isDeliverable(entries)).map((entries) => entries.userId);
  const partly = due.filter(({ isNamed }) => isNamed).map(({ userId }) => userId);
  await endUnreached(tx, channel, [...new Set([...unreachable, ...partly])], { until, now });
  const reachable = due.filter(isDeliverable);
  // A user's destinations are notified together: all are deferred or none.
  const deferred = reachable.flatMap((entries) => {
    const deferral = deferUntil(entries, channel, now);
    return deferral === null ? [] : [{ userId: entries.userId, isDeferred: true, ...deferral }];
  });
  const isDeferred = new Set(deferred.map(({ userId }) => userId));
  if (deferred.length > 0) await rescheduleEntries(tx, channel, deferred, until);
  const deliverable = reachable.filter(({ userId }) => !isDeferred.has(userId));
  if (deliverable.length === 0) return { made: 0, left: isPart };
  const drafts = deliverable.map(({ userId, destinationId, dueAt, count }) => ({
    id: newId(),
    userId,
    destinationId,
    dedupeKey: dueAt.toISOString(),
    count,
  }));
  const made = await createDeliveries(tx, channel, drafts, until, now);
  const paid = new Set(made);
  const late = deliverable.filter((entries) => !paid.has(entries.userId));
  if (late.length > 0) await replanLate(tx, channel, late, until, now);
  return { made: made.length, left: isPart || late.length > 0 };
}

/** Null: now. Longer after a burst. Channels for programs (`gatherMs`) have no quiet hours. */
function deferUntil(
  entries: DueEntries,
  channel: ChannelName,
  now: Date,
): Omit<EntryMove, "userId" | "isDeferred"> | null {
  const deferral = (at: Date, isBurst: boolean) => ({ realtime: at, hourly: at, daily: at, isBurst });
  const { gatherMs } = getChannel(channel);
  const silent = silentUntil(now, quietOn({ gatherMs }, entries));
  if (silent !== null) return deferral(silent, false);
  const planEveryMs = entries.isPro ? proRealtimeMs : freeRealtimeMs;
  const everyMs = gatherMs ?? realtimeEvery(planEveryMs, entries);
  const until = throttledUntil(entries.lastSentAt, now, everyMs);
  return until === null ? null : deferral(until, everyMs > planEveryMs);
}

function isDeliverable(entries: DueEntries): entries is DueEntries & { destinationId: string } {
  return entries.isReachable && entries.destinationId !== null;
}

/** Moves entries recorded after a message of their due time was created to the next due time. */
async function replanLate(
  tx: Queryable,
  channel: ChannelName,
  late: readonly DueEntries[],
  until: Date,
  now: Date,
): Promise<void> {
  const byUser = new Map(late.map((entries) => [entries.userId, entries]));
  const schedules = await listSchedules(tx, [...byUser.keys()]);
  const moves = [...byUser.values()].map(({ userId, timeZone, dueAt }) => ({
    userId,
    ...nextDueTimes(now, schedules.get(userId) ?? usualDigests(timeZone)),
    // Must differ from the used due time, or it would be skipped again.
    realtime: dueAt < now ? now : new Date(now.getTime() + 1),
    isDeferred: false,
    isBurst: false,
  }));
  await rescheduleEntries(tx, channel, moves, until);
}
