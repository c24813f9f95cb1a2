import { freeThreadLimit, freeWatchLimit } from "@/domain/plans/plans";
import { isBillingOn } from "@/env";
import { transaction } from "@/server/platform/database";
import { lockBeyondLimit, pauseBeyondLimit } from "./statements/mirror";

const limits = { keyword: freeWatchLimit, thread: freeThreadLimit };

/** Pauses the newest watches over the Free limit, for up to `max` users. Returns the number of users. */
export async function applyFreeLimits(now: Date, max: number): Promise<number> {
  if (!isBillingOn()) return 0;
  return transaction(async (tx) => {
    const ids = await lockBeyondLimit(tx, limits, max);
    if (ids.length > 0) await pauseBeyondLimit(tx, { ids, limits, now });
    return ids.length;
  });
}
