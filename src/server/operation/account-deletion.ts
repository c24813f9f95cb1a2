import type { AccountDeletion } from "@/contract/account";
import { cancelForDeletedAccount } from "@/server/billing/cancel-for-deleted-account";
import { confirmPassword } from "@/server/accounts/credentials";
import { pool, transaction } from "@/server/platform/database";
import { clearedSessionCookie } from "@/server/accounts/session-cookie";
import { emptyAccount } from "@/server/delivery/closings";
import { queueParting, sendAccountMailsSoon } from "@/server/delivery/deliveries";
import { refuseEmail } from "@/server/delivery/recipients";
import { deleteAccount } from "./statements/removals";
import { findAccount, lockUser } from "@/server/accounts/statements/accounts";

interface Call {
  now: Date;
  after: (task: () => Promise<unknown>) => void;
}

/**
 * Ends an account for good, confirmed by its password: INVALID_CREDENTIALS; UPSTREAM_UNAVAILABLE as long as Stripe can't
 * be told. Broken off halfway, it is done by asking again. The account is gone at once; what it was sent and notified of goes in
 * pieces, the first before the answer, the rest after it, and what was left then with the next runs. One mail says that it is done.
 */
export async function closeAccount(
  userId: string,
  body: AccountDeletion,
  { now, after }: Call,
): Promise<Response> {
  await confirmPassword(userId, body.password, now);
  const template = (await cancelForDeletedAccount(userId)) ? "account-and-pro-deleted" : "account-deleted";
  await transaction(async (tx) => {
    const account = await lockUser(tx, userId, { isLeaving: true });
    // Another call of the same moment has deleted it.
    if (account === null) return;
    await deleteAccount(tx, userId, now, await queueParting(tx, account, template, now));
  });
  await emptyAccount(userId, now, oneChunk());
  after(async () => {
    await sendAccountMailsSoon();
    // What is left, and what the mail was kept for.
    await emptyAccount(userId, now, () => true);
  });
  return new Response(null, { status: 204, headers: { "Set-Cookie": clearedSessionCookie() } });
}

/**
 * Deletes an account that was registered with the caller's address, and stops email there for `refusalDays`. Returns false if the
 * address is verified, and true if the account is already deleted. UPSTREAM_UNAVAILABLE as above.
 */
export async function declineAccount(userId: string, { now, after }: Call): Promise<boolean> {
  const account = await findAccount(pool(), userId);
  if (account === null) return true;
  if (account.emailVerifiedAt !== null) return false;
  // Where verification was off for a while it may have been used, and paid for.
  await cancelForDeletedAccount(userId);
  const isGone = await transaction(async (tx) => {
    const locked = await lockUser(tx, userId, { isLeaving: true });
    if (locked === null) return true;
    // Verified just now.
    if (locked.emailVerifiedAt !== null) return false;
    await deleteAccount(tx, userId, now);
    await refuseEmail(tx, locked.email, now);
    return true;
  });
  if (isGone && (await emptyAccount(userId, now, oneChunk())))
    after(() => emptyAccount(userId, now, () => true));
  return isGone;
}

/** Has time for one piece. */
function oneChunk(): () => boolean {
  let pieces = 0;
  return () => pieces++ < 1;
}
