import { findCheckout } from "@/adapters/stripe/checkouts";
import type { SubscriptionStatusAnswer, SyncRequest } from "@/contract/subscription";
import { pool } from "@/server/database";
import { sendAccountMailsSoon } from "@/server/deliveries";
import type { Call } from "@/server/http/route";
import type { Account } from "@/server/sql/account-row";
import { findMirror } from "@/server/sql/find-mirror";
import { getSubscriptionStatus } from "@/server/subscriptions";
import { refreshSubscription } from "./refresh";

/**
 * The return from checkout: re-reads the caller's own state. The session only tells whether there is reason to;
 * an unknown one or somebody else's changes nothing.
 */
export async function syncCheckout(
  user: Account,
  { sessionId }: SyncRequest,
  call: Pick<Call, "now" | "after">,
): Promise<SubscriptionStatusAnswer> {
  const mirror = await findMirror(pool(), user.id);
  const checkout = mirror?.customerId ? await findCheckout(sessionId) : null;
  const isOwn =
    checkout !== null && checkout.userId === user.id && checkout.customerId === mirror?.customerId;
  if (isOwn) {
    await refreshSubscription(user.id, call.now);
    call.after(sendAccountMailsSoon);
  }
  return getSubscriptionStatus(user);
}
