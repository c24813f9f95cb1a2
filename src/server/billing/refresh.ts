import { StripeFailure } from "@/adapters/stripe/failure";
import { type CustomerState, readCustomer, updateCustomerEmail } from "@/adapters/stripe/customers";
import { refundInvoice } from "@/adapters/stripe/refunds";
import { cancelSubscription } from "@/adapters/stripe/subscriptions";
import {
  type DuplicateSubscription,
  duplicateSubscriptions,
  getCurrent,
  isPaid,
  isPro,
} from "@/domain/plans/subscription";
import { findAccount } from "@/server/accounts/statements/accounts";
import { pool, prisma, transaction, type Queryable } from "@/server/platform/database";
import { log, loggedError } from "@/server/platform/log";
import { applyRead } from "./mirror";

/** Maximum rounds of corrections per read. The next read continues. */
const maxRounds = 3;

const always = async (): Promise<boolean> => true;

/**
 * The only way to change Pro status: reads Stripe, cancels duplicates, updates the customer's email, updates
 * the mirror. The result only depends on Stripe's state, not on events. `isWanted` runs first in the
 * transaction; false skips it.
 *
 * Returns the error if a duplicate of a paid subscription couldn't be refunded or canceled. The mirror is
 * updated without `isWanted` then, and the next read tries again.
 */
export async function refreshSubscription(
  userId: string,
  now: Date,
  isWanted: (tx: Queryable) => Promise<boolean> = always,
): Promise<Error | null> {
  const started = await beginStripeRead(userId);
  const read = started && (await readWithoutDuplicates(started.customerId, isPro(started.status)));
  if (started && read && read.state !== "deleted")
    await updateEmail(userId, started.customerId, read.state.email);
  const failure = read?.failure ?? null;
  await transaction(async (tx) => {
    if ((failure === null && !(await isWanted(tx))) || started === null || read === null) return;
    const { customerId, ticket } = started;
    await applyRead(tx, {
      userId,
      customerId,
      ticket,
      state: read.state,
      now,
      isIncomplete: failure !== null,
    });
  });
  if (failure !== null)
    log().error(
      { userId, error: loggedError(failure) },
      "a duplicate subscription wasn't refunded or canceled",
    );
  return failure;
}

/** Logs errors only: the address has no effect on Pro, and the next read tries again. */
async function updateEmail(userId: string, customerId: string, current: string | null): Promise<void> {
  const account = await findAccount(pool(), userId);
  if (account === null || account.email === current) return;
  try {
    await updateCustomerEmail(customerId, account.email);
  } catch (error) {
    log().error({ userId, error: loggedError(error) }, "the customer's email wasn't updated at Stripe");
  }
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

async function readWithoutDuplicates(
  customerId: string,
  isMirroredPro: boolean,
): Promise<{ state: CustomerState | "deleted"; failure: Error | null }> {
  for (let round = 1; ; round++) {
    const state = await readState(customerId, isMirroredPro);
    if (state === "deleted") return { state, failure: null };
    const excess = duplicateSubscriptions(state.subscriptions);
    if (excess.length === 0 || round === maxRounds) return { state, failure: null };
    let failure: Error | null = null;
    for (const duplicate of excess) {
      try {
        await refundAndCancel(duplicate);
      } catch (error) {
        if (!(error instanceof Error) || !isPaid(getCurrent(state.subscriptions))) throw error;
        failure ??= error;
      }
    }
    if (failure !== null) return { state, failure };
  }
}

/** Refunds first: after a crash in between, the subscription is still recognized as a duplicate. */
async function refundAndCancel({ subscription, isDouble }: DuplicateSubscription): Promise<void> {
  if (isDouble && subscription.latestInvoiceId !== null) await refundInvoice(subscription.latestInvoiceId);
  await cancelSubscription(subscription.id);
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
