import { defaultFilters, defaultNotificationSettings, type WatchDraft } from "@/contract/watch";
import { foldKeyword } from "@/domain/matching/fold";
import { planOf } from "@/domain/plans";
import type { Account } from "@/server/accounts/statements/accounts";
import { AppError } from "@/server/platform/errors";
import { newId } from "@/server/platform/ids";
import type { NewWatch, WatchRow } from "./statements/watches";
import { checkExpressionOf, highlightsOf } from "./watch-expressions";
import { watchFingerprint } from "./watch-fingerprint";
import { draftFields } from "./watch-places";
import { filtersOf } from "./watch-view";

/** A draft as a row, before anybody was asked for its authors; VALIDATION_ERROR for what can't be watched. */
export function newWatch(userId: string, draft: WatchDraft, now: Date): NewWatch {
  const { filters, notificationSettings, ...fields } = draftFields(draft);
  const watch = identified({
    id: newId(),
    userId,
    ...fields,
    ...{ authors: null, authorsAskedAt: null },
    ...defaultFilters,
    ...filters,
    ...defaultNotificationSettings,
    ...notificationSettings,
    mutedUntil: null,
    noisyAt: null,
    isPausedByPlan: false,
    activeSince: now,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    matchCount: 0,
  });
  checkExpressionOf(watch);
  return watch;
}

/** VALIDATION_ERROR for what can't find anything: both includes off, or a keyword that folds to nothing. */
export function identified(watch: WatchRow): NewWatch {
  if (!watch.includePosts && !watch.includeComments) {
    throw fieldError("filters.includePosts", "Include posts, comments or both");
  }
  const keywordFolded = foldKeyword(watch.keyword);
  if (keywordFolded === "") throw fieldError("keyword", "keyword is a required field");
  const fingerprint = watchFingerprint({ ...watch, filters: filtersOf(watch) });
  return { ...watch, keywordFolded, fingerprint, highlights: highlightsOf(watch) };
}

/** The same watch with its places as rows name them. */
export function withPlaces(watch: NewWatch, places: string[]): NewWatch {
  const isSame = places.every((place, at) => place === watch.places[at]);
  return isSame ? watch : identified({ ...watch, places });
}

/** An expression is Pro; what is stored goes on working, and can be given up. */
export function checkPlan(owner: Account, wanted: string | null, stored: string | null): void {
  if (wanted === null || wanted === stored || planOf(owner.subscriptionStatus).hasFilters) return;
  throw new AppError("PRO_REQUIRED");
}

function fieldError(field: string, text: string): AppError {
  return new AppError("VALIDATION_ERROR", text, { errors: { [field]: [text] } });
}
