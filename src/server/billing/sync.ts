import { findCheckout } from "@/adapters/stripe/checkouts";
import type { SubscriptionStatusResponse, SyncRequest } from "@/contract/subscription";
import { sendAccountMailsSoon } from "@/server/delivery/deliveries";
import type { Call } from "@/server/platform/call";
import type { Account } from "@/server/accounts/statements/accounts";
import { getSubscriptionStatus } from "./subscriptions";
import { refreshSubscription } from "./refresh";
import { requireBilling } from "./require-billing";
import { findMirror } from "./statements/mirror";

/** Refreshes the subscription after a checkout. Ignores unknown sessions and those of other users. */
export async function syncCheckout(
  user: Account,
  { sessionId }: SyncRequest,
  call: Pick<Call, "now" | "after">,
): Promise<SubscriptionStatusResponse> {
  requireBilling("NO_SUBSCRIPTION");
  const mirror = await findMirror(user.id);
  const checkout = mirror?.customerId ? await findCheckout(sessionId) : null;
  const isOwn =
    checkout !== null && checkout.userId === user.id && checkout.customerId === mirror?.customerId;
  if (isOwn) {
    await refreshSubscription(user.id, call.now);
    call.after(sendAccountMailsSoon);
  }
  return getSubscriptionStatus(user);
}
