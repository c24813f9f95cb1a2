import { fieldError } from "@/contract/errors";
import { defaultFilters, defaultNotificationSettings, type Filters, type WatchDraft } from "@/contract/watch";
import type { Highlight } from "@/domain/markdown/marks";
import { foldKeyword } from "@/domain/matching/fold";
import { threadGroup } from "@/server/platform/thread-group";
import { getHighlights } from "./expression-problems";
import { getFilters } from "./watch-filters";
import { watchFingerprint } from "./watch-fingerprint";
import { draftFields, type Sites } from "./watch-places";

/** Converts a draft to the fields of a row. Throws VALIDATION_ERROR if it is invalid. */
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
  /** The followed thread. Null or absent for keywords. */
  root?: string | null;
  keyword: string;
  expression: string | null;
  places: readonly string[];
}

export interface SearchFields {
  keywordFolded: string;
  fingerprint: string;
  highlights: readonly Highlight[] | null;
}

/** Throws VALIDATION_ERROR if the watch can't match: no kind is included, or the keyword is empty. */
export function identified<Watch extends Searched>(watch: Watch): Watch & SearchFields {
  if (!watch.includePosts && !watch.includeComments) {
    throw fieldError("filters.includePosts", "Select posts, comments or both");
  }
  const keywordFolded = watch.root ? threadGroup(watch.root) : foldKeyword(watch.keyword);
  if (keywordFolded === "") throw fieldError("keyword", "keyword is a required field");
  const fingerprint = watchFingerprint({ ...watch, filters: getFilters(watch) });
  return { ...watch, keywordFolded, fingerprint, highlights: getHighlights(watch) };
}

export function withPlaces<Watch extends Searched & SearchFields>(watch: Watch, places: string[]): Watch {
  const isSame = places.every((place, at) => place === watch.places[at]);
  return isSame ? watch : identified({ ...watch, places });
}
