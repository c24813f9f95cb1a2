import { createHash } from "node:crypto";
import { wireSite } from "@/contract/place";
import type { Filters } from "@/contract/watch";
import { shortPlace } from "@/domain/place";
import { foldKeyword } from "@/domain/matching/fold";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";

/** What a watch looks for; two watches of a user with the same fingerprint are the same watch (KEYWORD_EXISTS). */
export interface WatchIdentity {
  keyword: string;
  expression?: string | null;
  places: readonly string[];
  filters: Filters;
}

/**
 * sha256 over folded keyword, sorted lower-case places, filters and, where there is one, the expression as it is understood. The places that the wire names by name alone count by
 * name alone: so they did before there was another word for them, and what is stored stays the same.
 */
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
