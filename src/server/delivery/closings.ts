import { pool } from "@/server/platform/database";
import { log, loggedError } from "@/server/platform/log";
import {
  claimClosedAccount,
  forgetClosedAccount,
  releaseClosedAccount,
  deleteUserDeliveries,
  deleteUserNotifications,
} from "@/server/delivery/statements/closed-accounts";

const rowsAtOnce = 5000;
/** Delay before checking again whether a message being sent has ended. */
const retryDelayMs = 60_000;
const maxAccounts = 1000;

/** A failing account doesn't stop the others. */
export async function emptyClosedAccounts(now: Date, hasTime: () => boolean): Promise<void> {
  for (let n = 0; n < maxAccounts && hasTime(); n++) {
    const userId = await claimClosedAccount(pool(), now);
    if (userId === null) return;
    // Only time ran out: the next run can continue immediately.
    if (await emptyAccount(userId, now, hasTime)) await releaseClosedAccount(userId, now);
  }
}

/** Returns whether any data remains. Never throws: the attempt was recorded when it was claimed. */
export async function emptyAccount(userId: string, now: Date, hasTime: () => boolean): Promise<boolean> {
  try {
    let isMore = true;
    while (isMore && hasTime()) isMore = await deleteChunk(userId, now);
    if (isMore) return true;
    if (!(await forgetClosedAccount(pool(), userId)))
      await releaseClosedAccount(userId, new Date(now.getTime() + retryDelayMs));
  } catch (error) {
    log().error(
      { userId, error: loggedError(error) },
      "the remaining data of a closed account could not be removed",
    );
  }
  return false;
}

/** Returns whether there might be more to delete. Starts with deliveries because they take the most space. */
async function deleteChunk(userId: string, now: Date): Promise<boolean> {
  if ((await deleteUserDeliveries(pool(), userId, rowsAtOnce, now)) === rowsAtOnce) return true;
  return (await deleteUserNotifications(pool(), userId, rowsAtOnce, now)) === rowsAtOnce;
}
