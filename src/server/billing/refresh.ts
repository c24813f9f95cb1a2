import { StripeFailure } from "@/adapters/stripe/failure";
import { type CustomerState, readCustomer } from "@/adapters/stripe/customers";
import { refundInvoice } from "@/adapters/stripe/refunds";
import { cancelSubscription } from "@/adapters/stripe/subscriptions";
import { isPro, duplicateSubscriptions } from "@/domain/subscription";
import { prisma, transaction, type Queryable } from "@/server/platform/database";
import { applyRead } from "./mirror";

/** Maximum rounds of corrections per read. The next read continues. */
const maxRounds = 3;

const always = async (): Promise<boolean> => true;

/**
 * The only way to change Pro status: reads Stripe, cancels duplicates, updates the mirror. The result only
 * depends on Stripe's state, not on events. `isWanted` runs first in the transaction; false skips it.
 */
export async function refreshSubscription(
  userId: string,
  now: Date,
  isWanted: (tx: Queryable) => Promise<boolean> = always,
): Promise<void> {
  const started = await beginStripeRead(userId);
  const state =
    started === null ? null : await stateWithoutDuplicates(started.customerId, isPro(started.status));
  await transaction(async (tx) => {
    if (!(await isWanted(tx)) || started === null || state === null) return;
    await applyRead(tx, { userId, customerId: started.customerId, ticket: started.ticket, state, now });
  });
}

/** Assigns a number to a read before it starts. Null if the user isn't a Stripe customer. */
export async function beginStripeRead(userId: string) {
  const [started] = await prisma().subscription.updateManyAndReturn({
    where: { userId, customerId: { not: null } },
    data: { readsBegun: { increment: 1 } },
    select: { customerId: true, status: true, readsBegun: true },
  });
  if (started === undefined || started.customerId === null) return null;
  return { customerId: started.customerId, status: started.status, ticket: started.readsBegun };
}

async function stateWithoutDuplicates(
  customerId: string,
  isMirroredPro: boolean,
): Promise<CustomerState | "deleted"> {
  for (let round = 1; ; round++) {
    const state = await readState(customerId, isMirroredPro);
    const excess = state === "deleted" ? [] : duplicateSubscriptions(state.subscriptions);
    if (excess.length === 0 || round === maxRounds) return state;
    for (const { subscription, isDouble } of excess) {
      // Refund first: after a crash in between, the subscription is still recognized as a duplicate.
      if (isDouble && subscription.latestInvoiceId !== null)
        await refundInvoice(subscription.latestInvoiceId);
      await cancelSubscription(subscription.id);
    }
  }
}

/** Throws for unknown customers with Pro: with another account's API key, all users would lose Pro. */
export async function readState(
  customerId: string,
  isMirroredPro: boolean,
): Promise<CustomerState | "deleted"> {
  const state = await readCustomer(customerId);
  if (state !== "unknown") return state;
  if (isMirroredPro) throw new StripeFailure("customer_unknown", false);
  return "deleted";
}
