import { expireCheckout, listCheckouts } from "@/adapters/stripe/checkouts";
import { deleteCustomer } from "@/adapters/stripe/customers";
import { isPro } from "@/domain/plans/subscription";
import { isBillingOn } from "@/env";
import { readState } from "./refresh";
import { findMirror } from "./statements/mirror";

/** Stripe cancels a deleted customer's subscriptions and keeps invoices. Idempotent. True if it had Pro. */
export async function cancelForDeletedAccount(userId: string): Promise<boolean> {
  // Billing can only be turned off after all subscriptions have ended.
  if (!isBillingOn()) return false;
  const mirror = await findMirror(userId);
  const customerId = mirror?.customerId ?? null;
  if (mirror === null || customerId === null) return false;
  const wasPro = isPro(mirror.status);
  if ((await readState(customerId, wasPro)) === "deleted") return wasPro;
  const { open } = await listCheckouts(customerId);
  for (const { id } of open) await expireCheckout(id);
  await deleteCustomer(customerId);
  return wasPro;
}
