import { pool } from "@/server/platform/database";
import { log, loggedError } from "@/server/platform/log";
import {
  claimClosedAccount,
  forgetClosedAccount,
  releaseClosedAccount,
  deleteUserDeliveries,
  deleteUserNotifications,
} from "@/server/delivery/statements/closed-accounts";

/** Bounded statements: nobody waits for all of them. */
const rowsAtOnce = 5000;
/** A message that is being sent is asked after this often, until its batch ends. */
const keptWaitMs = 60_000;
/** More than a run will meet; a bound so that no fault can make it go round for ever. */
const mostAccounts = 1000;

/** What is left of accounts that are gone, for as long as there is time: one that can't be emptied stops no other. */
export async function emptyClosedAccounts(now: Date, hasTime: () => boolean): Promise<void> {
  for (let n = 0; n < mostAccounts && hasTime(); n++) {
    const userId = await claimClosedAccount(pool(), now);
    if (userId === null) return;
    // Out of time, not out of luck: whoever runs next goes on at once.
    if (await emptyAccount(userId, now, hasTime)) await releaseClosedAccount(pool(), userId, now);
  }
}

/**
 * Removes what is left of a closed account, in pieces, while there is time; whether there is more. Never throws: as a try it was
 * written down before.
 */
export async function emptyAccount(userId: string, now: Date, hasTime: () => boolean): Promise<boolean> {
  try {
    let isMore = true;
    while (isMore && hasTime()) isMore = await deleteChunk(userId, now);
    if (isMore) return true;
    if (!(await forgetClosedAccount(pool(), userId)))
      await releaseClosedAccount(pool(), userId, new Date(now.getTime() + keptWaitMs));
  } catch (error) {
    log().error(
      { userId, error: loggedError(error) },
      "the remaining data of a closed account could not be removed",
    );
  }
  return false;
}

/** Whether there may be more to delete. Messages first: they hold the most. */
async function deleteChunk(userId: string, now: Date): Promise<boolean> {
  if ((await deleteUserDeliveries(pool(), userId, rowsAtOnce, now)) === rowsAtOnce) return true;
  return (await deleteUserNotifications(pool(), userId, rowsAtOnce, now)) === rowsAtOnce;
}
