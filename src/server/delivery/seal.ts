import { nextSlot } from "@/domain/digest-schedule";
import { pool, type Queryable, transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { clearDebts } from "@/server/delivery/statements/clear-debts";
import { findSealLimit } from "@/server/delivery/statements/find-seal-limit";
import { type DebtChannel, type DueDebts, listDueDebts } from "@/server/delivery/statements/list-due-debts";
import { listDuePushes } from "@/server/delivery/statements/list-due-pushes";
import { hasDueDebts } from "@/server/delivery/statements/has-due-debts";
import { moveDebts } from "@/server/delivery/statements/move-debts";
import { sealDebts } from "@/server/delivery/statements/seal-debts";
import { tryTransactionLock } from "@/server/platform/try-transaction-lock";

/** Debts in one transaction: about a second's work. */
const debtsPerRound = 200_000;
/** Far above any backlog; a bound so that no fault can make sealing go round for ever. */
const mostRounds = 100;

/**
 * Turns every debt due at `now` into one delivery per user and channel. A slot that was sealed before stays as it is, what is
 * owed beyond it gets the next one. Debts of users that may not be mailed, or whom no push reaches, are dropped: they
 * are seen in the app.
 * Where another run is sealing just then, or somebody works on the same debts, it leaves them for later.
 */
export async function sealDue(now: Date, hasTime: () => boolean = () => true): Promise<{ sealed: number }> {
  // Mostly nothing is: then this is all that a run asks.
  if (!(await hasDueDebts(pool(), now))) return { sealed: 0 };
  const mails = await sealChannel("email", now, hasTime);
  return { sealed: mails + (await sealChannel("push", now, hasTime)) };
}

interface Round {
  made: number;
  left: boolean;
}

const rounds: Record<DebtChannel, (tx: Queryable, now: Date) => Promise<Round>> = {
  email: sealMails,
  push: sealPushes,
};

async function sealChannel(channel: DebtChannel, now: Date, hasTime: () => boolean): Promise<number> {
  let sealed = 0;
  for (let round = 0; round < mostRounds && (round === 0 || hasTime()); round++) {
    const { made, left } = await transaction((tx) => inTurn(tx, () => rounds[channel](tx, now))).catch(
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

async function sealMails(tx: Queryable, now: Date): Promise<Round> {
  const until = await findSealLimit(tx, "email", now, debtsPerRound);
  const due = await listDueDebts(tx, until);
  const suppressed = due.filter((debts) => !debts.isMailable).map((debts) => debts.userId);
  if (suppressed.length > 0) await clearDebts(tx, "email", suppressed);
  const mailable = due.filter((debts) => debts.isMailable);
  if (mailable.length === 0) return { made: 0, left: until < now };
  const drafts = mailable.map(({ userId, slot, count }) => ({
    id: newId(),
    userId,
    slot: slot.toISOString(),
    count,
  }));
  const made = new Set(await sealDebts(tx, "email", drafts, until, now));
  const late = mailable.filter((debts) => !made.has(debts.userId));
  if (late.length > 0) await replanLate(tx, late, until, now);
  return { made: made.size, left: until < now || late.length > 0 };
}

/** Their slot was sealed before they were recorded: they go to the next. */
async function replanLate(tx: Queryable, late: readonly DueDebts[], until: Date, now: Date): Promise<void> {
  const moves = late.map(({ userId, timeZone, slot }) => ({
    userId,
    // Never the taken slot itself, or it would be found taken again.
    realtime: slot < now ? now : new Date(now.getTime() + 1),
    hourly: nextSlot("hourly", now, timeZone),
    daily: nextSlot("daily", now, timeZone),
  }));
  await moveDebts(tx, moves, until);
}

/**
 * Pushes have one rhythm, at once, so their slot is the time up to which was sealed: two sealings never share one,
 * and what comes late has no slot to meet.
 */
async function sealPushes(tx: Queryable, now: Date): Promise<Round> {
  const until = await findSealLimit(tx, "push", now, debtsPerRound);
  const due = await listDuePushes(tx, until);
  const unreachable = due.filter((debts) => !debts.isPushable).map((debts) => debts.userId);
  if (unreachable.length > 0) await clearDebts(tx, "push", unreachable);
  const slot = until.toISOString();
  const drafts = due
    .filter((debts) => debts.isPushable)
    .map(({ userId, count }) => ({ id: newId(), userId, slot, count }));
  const made = drafts.length > 0 ? await sealDebts(tx, "push", drafts, until, now) : [];
  return { made: made.length, left: until < now };
}
