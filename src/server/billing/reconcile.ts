import { StripeFailure } from "@/adapters/stripe/failure";
import { isBillingOn } from "@/env";
import { pool } from "@/server/platform/database";
import { beginSync, listDueMirrors } from "./statements/mirror";
import { refreshSubscription } from "./refresh";

const atOnce = 4;
/** So many failures without a read between them are Stripe's trouble, not that of a customer. */
const mostFailures = 8;
const most = 10_000;

/**
 * Reads again, once a day, what Stripe holds of everybody who is a customer there; answers of how many. Each try is counted
 * before it begins, and the next one put off: what fails, or ends the process, stands behind the others.
 */
export async function reconcile(
  clock: () => Date,
  hasTime: () => boolean,
  failed: (userId: string, error: unknown) => void,
): Promise<number> {
  if (!isBillingOn()) return 0;
  const due = await listDueMirrors(pool(), clock(), most);
  let reconciled = 0;
  let failures = 0;
  const work = async (): Promise<void> => {
    for (let userId = due.shift(); userId !== undefined; userId = due.shift()) {
      if (!hasTime() || failures >= mostFailures) return;
      await beginSync(pool(), userId, clock());
      // One user's failure stops nobody; where Stripe is out of reach, the next run goes on.
      try {
        await refreshSubscription(userId, clock());
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
