import { expireCheckout, listCheckouts } from "@/adapters/stripe/checkouts";
import { deleteCustomer } from "@/adapters/stripe/customers";
import { isPro } from "@/domain/subscription";
import { isBillingOn } from "@/env";
import { prisma } from "@/server/platform/database";
import { readState } from "./refresh";

/**
 * Before an account is wiped: nothing is charged any more and nothing can be paid. Stripe deletes the customer,
 * which ends all that it pays for at once; invoices stay there, as the law wants. Safe to repeat.
 */
export async function cancelForDeletedAccount(userId: string): Promise<void> {
  // Nothing lives at Stripe by the time billing is off.
  if (!isBillingOn()) return;
  const mirror = await prisma().subscription.findUnique({
    where: { userId },
    select: { customerId: true, status: true },
  });
  const customerId = mirror?.customerId ?? null;
  if (mirror === null || customerId === null) return;
  if ((await readState(customerId, isPro(mirror.status))) === "deleted") return;
  const { open } = await listCheckouts(customerId);
  for (const { id } of open) await expireCheckout(id);
  await deleteCustomer(customerId);
}
