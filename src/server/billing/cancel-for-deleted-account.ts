import { expireCheckout, listCheckouts } from "@/adapters/stripe/checkouts";
import { deleteCustomer } from "@/adapters/stripe/customers";
import { isPro } from "@/domain/subscription";
import { isBillingOn } from "@/env";
import { prisma } from "@/server/platform/database";
import { readState } from "./refresh";

/**
 * Before an account is wiped: nothing is charged any more and nothing can be paid. Stripe deletes the customer,
 * which ends all that it pays for at once; invoices stay there, as the law wants. Safe to repeat. Answers whether it was Pro.
 */
export async function cancelForDeletedAccount(userId: string): Promise<boolean> {
  // Nothing lives at Stripe by the time billing is off.
  if (!isBillingOn()) return false;
  const mirror = await prisma().subscription.findUnique({
    where: { userId },
    select: { customerId: true, status: true },
  });
  const customerId = mirror?.customerId ?? null;
  if (mirror === null || customerId === null) return false;
  const wasPro = isPro(mirror.status);
  if ((await readState(customerId, wasPro)) === "deleted") return wasPro;
  const { open } = await listCheckouts(customerId);
  for (const { id } of open) await expireCheckout(id);
  await deleteCustomer(customerId);
  return wasPro;
}
