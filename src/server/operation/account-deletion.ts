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
 * Deletes an account after checking its password. Throws INVALID_CREDENTIALS, or UPSTREAM_UNAVAILABLE if
 * Stripe can't be reached. If interrupted, calling it again completes it. The account row is deleted
 * immediately. Its deliveries and notifications are deleted in batches: one before the response, more after
 * it, and the rest by later runs. Sends one confirmation email.
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
    // A parallel request has already deleted it.
    if (account === null) return;
    await queueParting(tx, account, template, now);
    await deleteAccount(tx, userId, now);
  });
  await emptyAccount(userId, now, oneChunk());
  after(async () => {
    await sendAccountMailsSoon();
    // Deletes the rest, including the email itself.
    await emptyAccount(userId, now, () => true);
  });
  return new Response(null, { status: 204, headers: { "Set-Cookie": clearedSessionCookie() } });
}

/**
 * Deletes an account that was registered with another person's address, and stops email there for
 * `refusalDays`. Returns false if the address is verified, and true if the account is already deleted. Throws
 * UPSTREAM_UNAVAILABLE like `closeAccount`.
 */
export async function declineAccount(userId: string, { now, after }: Call): Promise<boolean> {
  const account = await findAccount(pool(), userId);
  if (account === null) return true;
  if (account.emailVerifiedAt !== null) return false;
  // If verification was off for a while, the account can have a subscription.
  await cancelForDeletedAccount(userId);
  const isGone = await transaction(async (tx) => {
    const locked = await lockUser(tx, userId, { isLeaving: true });
    if (locked === null) return true;
    // Verified since the check above.
    if (locked.emailVerifiedAt !== null) return false;
    await deleteAccount(tx, userId, now);
    await refuseEmail(tx, locked.email, now);
    return true;
  });
  if (isGone && (await emptyAccount(userId, now, oneChunk())))
    after(() => emptyAccount(userId, now, () => true));
  return isGone;
}

/** Allows one batch. */
function oneChunk(): () => boolean {
  let chunks = 0;
  return () => chunks++ < 1;
}
