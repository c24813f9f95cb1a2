import { AppError } from "@/contract/errors";
import { defaultFilters, defaultNotificationSettings, type Filters, type WatchDraft } from "@/contract/watch";
import type { Highlight } from "@/domain/markdown/marks";
import { foldKeyword } from "@/domain/matching/fold";
import { highlightsOf } from "./expression-problems";
import { filtersOf } from "./watch-filters";
import { watchFingerprint } from "./watch-fingerprint";
import { draftFields, type Sites } from "./watch-places";

/** A draft as rows hold it, before it has an id, an owner and a time; VALIDATION_ERROR if it can't be watched. */
export function readDraft(draft: WatchDraft, sites: Sites) {
  const { filters, notificationSettings, ...fields } = draftFields(draft, sites);
  return identified({
    ...fields,
    ...defaultFilters,
    ...filters,
    ...defaultNotificationSettings,
    ...notificationSettings,
  });
}
export type ReadDraft = ReturnType<typeof readDraft>;

interface Searched extends Filters {
  keyword: string;
  expression: string | null;
  places: readonly string[];
}

/** What rows hold besides, made of what a watch looks for. */
export interface SearchFields {
  keywordFolded: string;
  fingerprint: string;
  /** Marked in what its expression finds; null without one. */
  highlights: readonly Highlight[] | null;
}

/** VALIDATION_ERROR if it can't find anything: both includes are off, or the keyword folds to nothing. */
export function identified<Watch extends Searched>(watch: Watch): Watch & SearchFields {
  if (!watch.includePosts && !watch.includeComments) {
    throw fieldError("filters.includePosts", "Select posts, comments or both");
  }
  const keywordFolded = foldKeyword(watch.keyword);
  if (keywordFolded === "") throw fieldError("keyword", "keyword is a required field");
  const fingerprint = watchFingerprint({ ...watch, filters: filtersOf(watch) });
  return { ...watch, keywordFolded, fingerprint, highlights: highlightsOf(watch) };
}

/** The same watch with its places as rows name them. */
export function withPlaces<Watch extends Searched & SearchFields>(watch: Watch, places: string[]): Watch {
  const isSame = places.every((place, at) => place === watch.places[at]);
  return isSame ? watch : identified({ ...watch, places });
}

function fieldError(field: string, text: string): AppError {
  return new AppError("VALIDATION_ERROR", text, { errors: { [field]: [text] } });
}
