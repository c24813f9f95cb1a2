import { getPlan } from "@/domain/plans/plans";
import type { Account } from "@/server/accounts/statements/accounts";
import { AppError } from "@/server/platform/errors";
import { newId } from "@/server/platform/ids";
import type { NewWatch } from "./statements/watches";
import type { ReadDraft } from "./watch-search";

export function newWatch(userId: string, draft: ReadDraft, now: Date): NewWatch {
  return {
    ...{ id: newId(), userId, kind: "keyword", root: null, endedAt: null, thread: null },
    ...{ authors: null, authorsFetchedAt: null },
    ...draft,
    mutedUntil: null,
    noisyAt: null,
    isPausedByPlan: false,
    activeSince: now,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    matchCount: 0,
    lastMatchedAt: null,
  };
}

/** Throws PRO_REQUIRED for a new expression. Stored ones keep working and can be removed. */
export function checkPlan(owner: Account, wanted: string | null, stored: string | null): void {
  if (wanted === null || wanted === stored || getPlan(owner.subscriptionStatus).hasFilters) return;
  throw new AppError("PRO_REQUIRED");
}
