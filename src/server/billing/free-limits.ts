import { freeThreadLimit, freeWatchLimit } from "@/domain/plans";
import { isBillingOn } from "@/env";
import { transaction } from "@/server/platform/database";
import { lockBeyondLimit, pauseBeyondLimit } from "./statements/mirror";

const limits = { keyword: freeWatchLimit, thread: freeThreadLimit };

/**
 * Pauses watches over the Free limit of accounts without Pro, which were created while billing was off. The
 * oldest stay active. Handles up to `max` users and returns their number.
 */
export async function applyFreeLimits(now: Date, max: number): Promise<number> {
  if (!isBillingOn()) return 0;
  return transaction(async (tx) => {
    const ids = await lockBeyondLimit(tx, limits, max);
    if (ids.length > 0) await pauseBeyondLimit(tx, { ids, limits, now });
    return ids.length;
  });
}
