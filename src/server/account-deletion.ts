import type { AccountDeletion } from "@/contract/account";
import { cancelForDeletedAccount } from "./billing/cancel-for-deleted-account";
import { confirmPassword } from "./credentials";
import { pool, transaction } from "./database";
import { clearedSessionCookie } from "./http/session-cookie";
import { forgetClosedAccount, listClosedAccounts } from "./sql/closed-accounts";
import { deleteAccount } from "./sql/delete-account";
import { findAccount } from "./sql/find-account";
import { lockUser } from "./sql/lock-user";
import { deleteUserNotifications } from "./sql/delete-user-notifications";

/** Bounded statements: nobody waits for all of them. */
const rowsAtOnce = 5000;
const accountsAtOnce = 100;

interface Call {
  now: Date;
  after: (task: () => Promise<unknown>) => void;
}

/**
 * Ends an account for good, confirmed by its password: INVALID_CREDENTIALS; UPSTREAM_UNAVAILABLE as long as Stripe can't
 * be told. Broken off halfway, it is done by asking again. The account is gone at once; of its notifications the first are, the
 * rest goes after the answer, and with the next retention whatever was left then.
 */
export async function closeAccount(
  userId: string,
  body: AccountDeletion,
  { now, after }: Call,
): Promise<Response> {
  await confirmPassword(userId, body.password, now);
  await cancelForDeletedAccount(userId);
  await transaction((tx) => deleteAccount(tx, userId, now));
  await emptySoon(userId, { now, after });
  return new Response(null, { status: 204, headers: { "Set-Cookie": clearedSessionCookie() } });
}

/**
 * Ends an account that somebody opened with an address of the caller's: only as long as the address is not verified, else
 * false. True again where it is gone already. UPSTREAM_UNAVAILABLE as above.
 */
export async function declineAccount(userId: string, { now, after }: Call): Promise<boolean> {
  const account = await findAccount(pool(), userId);
  if (account === null) return true;
  if (account.emailVerifiedAt !== null) return false;
  // Where verification was off for a while it may have been used, and paid for.
  await cancelForDeletedAccount(userId);
  const isGone = await transaction(async (tx) => {
    const locked = await lockUser(tx, userId);
    if (locked === null) return true;
    // Verified just now.
    if (locked.emailVerifiedAt !== null) return false;
    await deleteAccount(tx, userId, now);
    return true;
  });
  if (isGone) await emptySoon(userId, { now, after });
  return isGone;
}

async function emptySoon(userId: string, { now, after }: Call): Promise<void> {
  if (await emptyPiece(userId, now)) after(() => emptyAccount(userId, now, () => true));
}

/** What is left of accounts that are gone, for as long as there is time. */
export async function emptyClosedAccounts(now: Date, hasTime: () => boolean): Promise<void> {
  for (const userId of await listClosedAccounts(pool(), accountsAtOnce)) {
    if (hasTime()) await emptyAccount(userId, now, hasTime);
  }
}

async function emptyAccount(userId: string, now: Date, hasTime: () => boolean): Promise<void> {
  while (hasTime() && (await emptyPiece(userId, now)));
}

/** Whether there is more to delete. */
async function emptyPiece(userId: string, now: Date): Promise<boolean> {
  if ((await deleteUserNotifications(pool(), userId, rowsAtOnce, now)) === rowsAtOnce) return true;
  await forgetClosedAccount(pool(), userId);
  return false;
}
