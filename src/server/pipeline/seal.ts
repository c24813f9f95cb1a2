import { nextSlot } from "@/domain/digest-schedule";
import { pool, type Queryable, transaction } from "@/server/database";
import { newId } from "@/server/ids";
import { clearDebts } from "@/server/sql/clear-debts";
import { dropDeletedDebts } from "@/server/sql/drop-deleted-debts";
import { findSealLimit } from "@/server/sql/find-seal-limit";
import { type DueDebts, listDueDebts } from "@/server/sql/list-due-debts";
import { moveDebts } from "@/server/sql/move-debts";
import { sealDebts } from "@/server/sql/seal-debts";
import { tryTransactionLock } from "@/server/sql/try-transaction-lock";

/** Debts in one transaction: about a second's work. */
const debtsPerRound = 200_000;
/** Far above any backlog; a bound so that no fault can make sealing go round for ever. */
const mostRounds = 100;

/**
 * Turns every debt due at `now` into one delivery per user. A slot that was sealed before stays as it is, what is
 * owed beyond it gets the next one. Debts of users that may not be mailed are dropped: they are seen in the app.
 * Where another run is sealing just then, or somebody works on the same notifications, it leaves them for later.
 */
export async function sealDue(now: Date, hasTime: () => boolean = () => true): Promise<{ sealed: number }> {
  let sealed = 0;
  for (let round = 0; round < mostRounds && (round === 0 || hasTime()); round++) {
    const { made, left } = await transaction((tx) => sealRound(tx, now)).catch(yielded);
    sealed += made;
    if (!left) break;
  }
  // What the user deleted before it was due is owed no more; kept, it would be looked through again each time.
  await dropDeletedDebts(pool(), now);
  return { sealed };
}

/** PostgreSQL's codes of a lock not got in time, and of a deadlock. */
const lockCodes = new Set(["55P03", "40P01"]);

/** Somebody else works on the same notifications: they have the right of way, the debts are there at the next call. */
function yielded(error: unknown): { made: number; left: boolean } {
  if (error instanceof Error && "code" in error && lockCodes.has(String(error.code)))
    return { made: 0, left: false };
  throw error;
}

async function sealRound(tx: Queryable, now: Date): Promise<{ made: number; left: boolean }> {
  // Two at once would lock the same notifications in different orders.
  if (!(await tryTransactionLock(tx, "seal"))) return { made: 0, left: false };
  // Shorter than the time after which PostgreSQL ends one side of a deadlock, which might be a user's request.
  await tx.query("SET LOCAL lock_timeout = '500ms'");
  const until = await findSealLimit(tx, now, debtsPerRound);
  const due = await listDueDebts(tx, until);
  const suppressed = due.filter((debts) => !debts.isMailable).map((debts) => debts.userId);
  if (suppressed.length > 0) await clearDebts(tx, suppressed);
  const mailable = due.filter((debts) => debts.isMailable);
  if (mailable.length === 0) return { made: 0, left: until < now };
  const drafts = mailable.map(({ userId, slot, count }) => ({
    id: newId(),
    userId,
    slot: slot.toISOString(),
    count,
  }));
  const made = new Set(await sealDebts(tx, drafts, until, now));
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
