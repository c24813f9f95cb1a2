import type { AccountDeletion } from "@/contract/account";
import { cancelForDeletedAccount } from "./billing/cancel-for-deleted-account";
import { confirmPassword } from "./credentials";
import { pool, transaction } from "./database";
import { clearedSessionCookie } from "./http/session-cookie";
import { deleteAccount } from "./sql/delete-account";
import { deleteUserNotifications } from "./sql/delete-user-notifications";

/** Bounded statements: who records for this user and others meanwhile doesn't wait for all of them. */
const rowsAtOnce = 5000;

/**
 * Ends an account for good, confirmed by its password: INVALID_CREDENTIALS; UPSTREAM_UNAVAILABLE as long as Stripe can't
 * be told. Broken off halfway, it is done by asking again.
 */
export async function closeAccount(userId: string, body: AccountDeletion, now: Date): Promise<Response> {
  await confirmPassword(userId, body.password, now);
  await cancelForDeletedAccount(userId);
  let deleted = rowsAtOnce;
  while (deleted === rowsAtOnce) deleted = await deleteUserNotifications(pool(), userId, rowsAtOnce, now);
  await transaction((tx) => deleteAccount(tx, userId));
  return new Response(null, { status: 204, headers: { "Set-Cookie": clearedSessionCookie() } });
}
