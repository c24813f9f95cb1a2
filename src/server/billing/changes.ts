import { createPortal } from "@/adapters/stripe/checkouts";
import { endWithPeriod, undoCancellation } from "@/adapters/stripe/subscriptions";
import type { PaymentPageResponse, SubscriptionResponse } from "@/contract/subscription";
import { isPro } from "@/domain/plans/subscription";
import { env } from "@/env";
import { AppError } from "@/server/platform/errors";
import type { Account } from "@/server/accounts/statements/accounts";
import { getSubscriptionStatus } from "./subscriptions";
import { refreshSubscription } from "./refresh";
import { requireBilling } from "./require-billing";
import { findMirror } from "./statements/mirror";

/** Cancels Pro at the end of the paid period. Throws NO_SUBSCRIPTION. */
export function cancelAtPeriodEnd(user: Account, now: Date): Promise<SubscriptionResponse> {
  return change(user, endWithPeriod, now);
}

/** Undoes a cancellation. Throws NO_SUBSCRIPTION. */
export function reactivate(user: Account, now: Date): Promise<SubscriptionResponse> {
  return change(user, undoCancellation, now);
}

/** Idempotent: concurrent requests apply the change once and both get the resulting state. */
async function change(
  user: Account,
  make: (subscriptionId: string) => Promise<boolean>,
  now: Date,
): Promise<SubscriptionResponse> {
  requireBilling("NO_SUBSCRIPTION");
  const mirror = await findMirror(user.id);
  if (mirror === null || mirror.subscriptionId === null || !isPro(mirror.status))
    throw new AppError("NO_SUBSCRIPTION");
  const isMade = await make(mirror.subscriptionId);
  await refreshSubscription(user.id, now);
  if (!isMade) throw new AppError("NO_SUBSCRIPTION");
  const { subscription } = await getSubscriptionStatus(user);
  return { subscription };
}

/** Also works after Pro has ended. Throws NO_SUBSCRIPTION if the user was never a customer. */
export async function openPortal(user: Account, now: Date): Promise<PaymentPageResponse> {
  requireBilling("NO_SUBSCRIPTION");
  const mirror = await findMirror(user.id);
  const customerId = mirror?.customerId ?? null;
  const url = customerId === null ? null : await createPortal(customerId, `${env().APP_URL}/subscription`);
  if (url !== null) return { url };
  await refreshSubscription(user.id, now);
  throw new AppError("NO_SUBSCRIPTION");
}
