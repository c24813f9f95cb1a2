import { createHash } from "node:crypto";
import { wireSite } from "@/contract/place";
import type { Filters } from "@/contract/watch";
import { shortPlace } from "@/domain/reading/place";
import { foldKeyword } from "@/domain/matching/fold";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";

/** Identifies a watch. Two watches of a user with the same fingerprint are duplicates (KEYWORD_EXISTS). */
export interface WatchIdentity {
  keyword: string;
  expression?: string | null;
  places: readonly string[];
  filters: Filters;
}

/** SHA-256 of the normalized search. Default-site places omit the site, to keep existing fingerprints. */
export function watchFingerprint(watch: WatchIdentity): string {
  const { includePosts, includeComments, matchTitlesOnly, caseSensitive, wholeWordOnly } = watch.filters;
  const expression = watch.expression ? parseExpression(watch.expression).expression : null;
  const parts = [
    foldKeyword(watch.keyword),
    watch.places.map((place) => shortPlace(wireSite, place).toLowerCase()).sort(),
    [includePosts, includeComments, matchTitlesOnly, caseSensitive, wholeWordOnly],
    ...(expression === null ? [] : [printed(expression)]),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
