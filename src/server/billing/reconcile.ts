import { StripeFailure } from "@/adapters/stripe/failure";
import { isBillingOn } from "@/env";
import { pool } from "@/server/platform/database";
import { beginSync, listDueMirrors } from "./statements/mirror";
import { refreshSubscription } from "./refresh";

const atOnce = 4;
/** After this many failures in a row, the problem is Stripe, not a customer. */
const maxFailures = 8;
const max = 10_000;

/** Refreshes all customers daily. Delays the next attempt first, so failing reads don't block others. */
export async function reconcile(
  clock: () => Date,
  hasTime: () => boolean,
  failed: (userId: string, error: unknown) => void,
): Promise<number> {
  if (!isBillingOn()) return 0;
  const due = await listDueMirrors(pool(), clock(), max);
  let reconciled = 0;
  let failures = 0;
  const work = async (): Promise<void> => {
    for (let mirror = due.shift(); mirror !== undefined; mirror = due.shift()) {
      if (!hasTime() || failures >= maxFailures) return;
      const { userId } = mirror;
      await beginSync(mirror, clock());
      try {
        const failure = await refreshSubscription(userId, clock());
        if (failure !== null) throw failure;
        reconciled += 1;
        failures = 0;
      } catch (error) {
        if (error instanceof StripeFailure && error.isOutage) failures += 1;
        failed(userId, error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return reconciled;
}
