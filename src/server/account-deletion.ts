import type { AccountDeletion } from "@/contract/account";
import { cancelForDeletedAccount } from "./billing/cancel-for-deleted-account";
import { confirmPassword } from "./credentials";
import { transaction } from "./database";
import { clearedSessionCookie } from "./http/session-cookie";
import { deleteAccount } from "./sql/delete-account";

/** Ends an account for good, confirmed by its password: INVALID_CREDENTIALS; UPSTREAM_UNAVAILABLE as long as Stripe can't be told. */
export async function closeAccount(userId: string, body: AccountDeletion, now: Date): Promise<Response> {
  await confirmPassword(userId, body.password);
  await cancelForDeletedAccount(userId);
  await transaction((tx) => deleteAccount(tx, userId, now));
  return new Response(null, { status: 204, headers: { "Set-Cookie": clearedSessionCookie() } });
}
