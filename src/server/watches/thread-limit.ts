import { followLimitText } from "@/domain/plans/plan-texts";
import { getPlan } from "@/domain/plans/plans";
import type { Account } from "@/server/accounts/statements/accounts";
import { AppError } from "@/server/platform/errors";
import { countWatches } from "./statements/watches";

/** Throws LIMIT_REACHED if the user can't follow one more thread. The caller must have locked the user. */
export async function checkThreadLimit(owner: Account): Promise<void> {
  const { name, threadLimit } = getPlan(owner.subscriptionStatus);
  const { active } = await countWatches(owner.id, "thread");
  if (active >= threadLimit) throw new AppError("LIMIT_REACHED", followLimitText(threadLimit, name));
}
