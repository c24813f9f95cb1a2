import { freeWatchLimit } from "@/domain/plans";
import { isBillingOn } from "@/env";
import { transaction } from "@/server/platform/database";
import { lockBeyondLimit, pauseBeyondLimit } from "./statements/mirror";

/**
 * Pauses what accounts without Pro have beyond Free's limit, which is what they made while billing was off: the oldest
 * watches stay active. Of `most` users at most; answers of how many.
 */
export async function applyFreeLimits(now: Date, most: number): Promise<number> {
  if (!isBillingOn()) return 0;
  return transaction(async (tx) => {
    const ids = await lockBeyondLimit(tx, freeWatchLimit, most);
    if (ids.length > 0) await pauseBeyondLimit(tx, { ids, limit: freeWatchLimit, now });
    return ids.length;
  });
}
