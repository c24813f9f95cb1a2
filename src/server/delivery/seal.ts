import { channelNames, channelOf, type ChannelName } from "@/channels/registry";
import { nextSlots, usualDigests } from "@/domain/digest-schedule";
import { freeRealtimeMs, proRealtimeMs } from "@/domain/plans";
import { heldUntil, realtimeEvery } from "@/domain/realtime";
import { silentUntil } from "@/domain/silence";
import { pool, type Queryable, transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { mailUnreached } from "./mail-instead";
import { clearDebts } from "@/server/delivery/statements/debts";
import { listSchedules, quietOn } from "@/server/delivery/statements/policies";
import {
  findSealLimit,
  hasDueDebts,
  holdDebts,
  type DueDebts,
  listDueDebts,
  moveDebts,
  sealDebts,
} from "@/server/delivery/statements/seals";
import { tryTransactionLock } from "@/server/platform/try-transaction-lock";

/** Debts in one transaction: about a second's work. */
const debtsPerRound = 200_000;
/** Far above any backlog; a bound so that no fault can make sealing go round for ever. */
const mostRounds = 100;

/**
 * Turns every debt due at `now` into one delivery for each of its user's destinations on its channel. A slot that was sealed
 * before stays as it is, what is owed beyond it gets the next one. What falls due while its user is muted or in their quiet hours
 * waits for their end, and what is real-time alone for the end of the window of the message before, by the plan that its user has
 * now: nothing is sealed before. Debts of users whom nothing reaches there are dropped: they are seen in the app, and go by mail
 * where a receiver that they named was to get them.
 * Where another run is sealing just then, or somebody works on the same debts, it leaves them for later.
 */
export async function sealDue(now: Date, hasTime: () => boolean = () => true): Promise<{ sealed: number }> {
  // Usually nothing is: then this is all that a run asks.
  if (!(await hasDueDebts(pool(), now))) return { sealed: 0 };
  let sealed = 0;
  for (const name of channelNames) sealed += await sealChannel(name, now, hasTime);
  return { sealed };
}

interface Round {
  made: number;
  left: boolean;
}

async function sealChannel(channel: ChannelName, now: Date, hasTime: () => boolean): Promise<number> {
  let sealed = 0;
  for (let round = 0; round < mostRounds && (round === 0 || hasTime()); round++) {
    const { made, left } = await transaction((tx) => inTurn(tx, () => sealRound(tx, channel, now))).catch(
      yielded,
    );
    sealed += made;
    if (!left) break;
  }
  return sealed;
}

/** PostgreSQL's codes of a lock not got in time, and of a deadlock. */
const lockCodes = new Set(["55P03", "40P01"]);

/** Somebody else works on the same debts: they have the right of way, the debts are there at the next call. */
function yielded(error: unknown): Round {
  if (error instanceof Error && "code" in error && lockCodes.has(String(error.code)))
    return { made: 0, left: false };
  throw error;
}

async function inTurn(tx: Queryable, seal: () => Promise<Round>): Promise<Round> {
  // Two at once would lock the same debts in different orders.
  if (!(await tryTransactionLock(tx, "seal"))) return { made: 0, left: false };
  // Shorter than the time after which PostgreSQL ends one side of a deadlock, which might be a user's request.
  await tx.query("SET LOCAL lock_timeout = '500ms'");
  return seal();
}

async function sealRound(tx: Queryable, channel: ChannelName, now: Date): Promise<Round> {
  const until = await findSealLimit(tx, channel, now, debtsPerRound);
  const due = await listDueDebts(tx, channel, { until, now });
  const unreachable = due.filter((debts) => !isDeliverable(debts)).map((debts) => debts.userId);
  const partly = due.filter(({ isNamed }) => isNamed).map(({ userId }) => userId);
  await mailUnreached(tx, channel, [...new Set([...unreachable, ...partly])], { until, now });
  if (unreachable.length > 0) await clearDebts(tx, channel, unreachable);
  const reachable = due.filter(isDeliverable);
  // A user's destinations were told together: all of them are held, or none is.
  const held = reachable.flatMap((debts) => {
    const until = keptUntil(debts, channel, now);
    return until === null ? [] : [{ userId: debts.userId, ...until }];
  });
  const isHeld = new Set(held.map(({ userId }) => userId));
  if (held.length > 0) await holdDebts(tx, channel, held, until);
  const deliverable = reachable.filter(({ userId }) => !isHeld.has(userId));
  if (deliverable.length === 0) return { made: 0, left: until < now };
  const drafts = deliverable.map(({ userId, destinationId, slot, count }) => ({
    id: newId(),
    userId,
    destinationId,
    slot: slot.toISOString(),
    count,
  }));
  const made = await sealDebts(tx, channel, drafts, until, now);
  const paid = new Set(made);
  const late = deliverable.filter((debts) => !paid.has(debts.userId));
  if (late.length > 0) await replanLate(tx, channel, late, until, now);
  return { made: made.length, left: until < now || late.length > 0 };
}

/**
 * Until when these wait: for the end of a mute, of quiet hours, or of the window of the message before, which is longer after a
 * burst; what a program reads (`gatherMs`) for the end of a mute or of its own short window. Null: they go.
 */
function keptUntil(
  debts: DueDebts,
  channel: ChannelName,
  now: Date,
): { heldUntil: Date; isBurst: boolean } | null {
  const { gatherMs } = channelOf(channel);
  const silent = silentUntil(now, quietOn({ gatherMs }, debts));
  if (silent !== null) return { heldUntil: silent, isBurst: false };
  const planEveryMs = debts.isPro ? proRealtimeMs : freeRealtimeMs;
  const everyMs = gatherMs ?? realtimeEvery(planEveryMs, debts);
  const until = heldUntil(debts.toldAt, now, everyMs);
  return until === null ? null : { heldUntil: until, isBurst: everyMs > planEveryMs };
}

function isDeliverable(debts: DueDebts): debts is DueDebts & { destinationId: string } {
  return debts.isReachable && debts.destinationId !== null;
}

/** Their slot was sealed before they were recorded: they go to the next. */
async function replanLate(
  tx: Queryable,
  channel: ChannelName,
  late: readonly DueDebts[],
  until: Date,
  now: Date,
): Promise<void> {
  const byUser = new Map(late.map((debts) => [debts.userId, debts]));
  const schedules = await listSchedules(tx, [...byUser.keys()]);
  const moves = [...byUser.values()].map(({ userId, timeZone, slot }) => ({
    userId,
    ...nextSlots(now, schedules.get(userId) ?? usualDigests(timeZone)),
    // Never the taken slot itself, or it would be found taken again.
    realtime: slot < now ? now : new Date(now.getTime() + 1),
  }));
  await moveDebts(tx, channel, moves, until);
}
