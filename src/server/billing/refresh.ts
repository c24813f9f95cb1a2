import { StripeFailure } from "@/adapters/stripe/failure";
import { type CustomerState, readCustomer } from "@/adapters/stripe/customers";
import { refundInvoice } from "@/adapters/stripe/refunds";
import { cancelSubscription } from "@/adapters/stripe/subscriptions";
import { isPro, duplicateSubscriptions } from "@/domain/subscription";
import { prisma, transaction, type Queryable } from "@/server/platform/database";
import { applyRead } from "./mirror";

/** Reads until nothing is left to be set right; more rounds than that are left to the next read. */
const mostRounds = 3;

const always = async (): Promise<boolean> => true;

/**
 * The one way in which anything about Pro changes here: reads what Stripe holds of the user, sets right there what
 * should not be, and writes the mirror. Whatever happened, however often, late or out of order it is told: the
 * outcome is what Stripe holds. `isWanted` runs in the transaction that writes, before it; false leaves all as it is.
 */
export async function refreshSubscription(
  userId: string,
  now: Date,
  isWanted: (tx: Queryable) => Promise<boolean> = always,
): Promise<void> {
  const begun = await beginStripeRead(userId);
  const state = begun === null ? null : await stateWithoutSurplus(begun.customerId, isPro(begun.status));
  await transaction(async (tx) => {
    if (!(await isWanted(tx)) || begun === null || state === null) return;
    await applyRead(tx, { userId, customerId: begun.customerId, ticket: begun.ticket, state, now });
  });
}

/** Numbers a read of Stripe before it begins; null for a user without a customer there. */
export async function beginStripeRead(userId: string) {
  const [begun] = await prisma().subscription.updateManyAndReturn({
    where: { userId, customerId: { not: null } },
    data: { readsBegun: { increment: 1 } },
    select: { customerId: true, status: true, readsBegun: true },
  });
  if (begun === undefined || begun.customerId === null) return null;
  return { customerId: begun.customerId, status: begun.status, ticket: begun.readsBegun };
}

/** What Stripe holds once doubled, refunded and left-over subscriptions have ended there. */
async function stateWithoutSurplus(
  customerId: string,
  isMirroredPro: boolean,
): Promise<CustomerState | "deleted"> {
  for (let round = 1; ; round++) {
    const state = await readState(customerId, isMirroredPro);
    const surplus = state === "deleted" ? [] : duplicateSubscriptions(state.subscriptions);
    if (surplus.length === 0 || round === mostRounds) return state;
    for (const { subscription, isDouble } of surplus) {
      // The money first: after a crash between the two it is still to be seen that this one has to end.
      if (isDouble && subscription.latestInvoiceId !== null)
        await refundInvoice(subscription.latestInvoiceId);
      await cancelSubscription(subscription.id);
    }
  }
}

/** What Stripe holds of a customer; a key of another account must not take Pro away from everybody. */
export async function readState(
  customerId: string,
  isMirroredPro: boolean,
): Promise<CustomerState | "deleted"> {
  const state = await readCustomer(customerId);
  if (state !== "unknown") return state;
  if (isMirroredPro) throw new StripeFailure("customer_unknown", false);
  return "deleted";
}
