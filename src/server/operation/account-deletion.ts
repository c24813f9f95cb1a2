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

/** Calling it again completes an interrupted one. Throws INVALID_CREDENTIALS, UPSTREAM_UNAVAILABLE. */
export async function closeAccount(
  userId: string,
  body: AccountDeletion,
  { now, after }: Call,
): Promise<Response> {
  await confirmPassword(userId, body.password, now);
  const template = (await cancelForDeletedAccount(userId)) ? "account-and-pro-deleted" : "account-deleted";
  await transaction(async (tx) => {
    const account = await lockUser(tx, userId, { isLeaving: true });
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

/** Stops email to the address for `refusalDays`. False if verified. Throws UPSTREAM_UNAVAILABLE. */
export async function declineAccount(userId: string, { now, after }: Call): Promise<boolean> {
  const account = await findAccount(pool(), userId);
  if (account === null) return true;
  if (account.emailVerifiedAt !== null) return false;
  // If verification was off for a while, the account can have a subscription.
  await cancelForDeletedAccount(userId);
  const isGone = await transaction(async (tx) => {
    const locked = await lockUser(tx, userId, { isLeaving: true });
    if (locked === null) return true;
    if (locked.emailVerifiedAt !== null) return false;
    await deleteAccount(tx, userId, now);
    await refuseEmail(locked.email, now);
    return true;
  });
  if (isGone && (await emptyAccount(userId, now, oneChunk())))
    after(() => emptyAccount(userId, now, () => true));
  return isGone;
}

function oneChunk(): () => boolean {
  let chunks = 0;
  return () => chunks++ < 1;
}
