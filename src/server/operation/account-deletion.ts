import type { AccountDeletion } from "@/contract/account";
import { cancelForDeletedAccount } from "@/server/billing/cancel-for-deleted-account";
import { confirmPassword } from "@/server/accounts/credentials";
import { pool, transaction } from "@/server/platform/database";
import { clearedSessionCookie } from "@/server/accounts/session-cookie";
import { emptyAccount } from "@/server/delivery/closings";
import { deleteAccount } from "./statements/removals";
import { findAccount, lockUser } from "@/server/accounts/statements/accounts";

interface Call {
  now: Date;
  after: (task: () => Promise<unknown>) => void;
}

/**
 * Ends an account for good, confirmed by its password: INVALID_CREDENTIALS; UPSTREAM_UNAVAILABLE as long as Stripe can't
 * be told. Broken off halfway, it is done by asking again. The account is gone at once; what it was sent and notified of goes in
 * pieces, the first before the answer, the rest after it, and what was left then with the next runs.
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
  let pieces = 0;
  if (await emptyAccount(userId, now, () => pieces++ < 1)) after(() => emptyAccount(userId, now, () => true));
}
