import { StripeFailure } from "@/adapters/stripe/failure";
import { pool } from "@/server/database";
import { listDueMirrors } from "@/server/sql/list-due-mirrors";
import { refreshSubscription } from "./refresh";

const dayMs = 24 * 60 * 60 * 1000;
const atOnce = 4;
const most = 10_000;

/** Reads again, once a day, what Stripe holds of everybody who is a customer there; answers of how many. */
export async function reconcile(
  clock: () => Date,
  hasTime: () => boolean,
  failed: (userId: string, error: unknown) => void,
): Promise<number> {
  const due = await listDueMirrors(pool(), new Date(clock().getTime() - dayMs), most);
  let reconciled = 0;
  let isOut = false;
  const work = async (): Promise<void> => {
    for (let userId = due.shift(); userId !== undefined; userId = due.shift()) {
      if (!hasTime() || isOut) return;
      // One user's failure stops nobody; where Stripe is out of reach, the next run goes on.
      try {
        await refreshSubscription(userId, clock());
        reconciled += 1;
      } catch (error) {
        isOut ||= error instanceof StripeFailure && error.isOutage;
        failed(userId, error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return reconciled;
}
