import { createHash } from "node:crypto";
import type { Filters } from "@/contract/watch";
import { foldKeyword } from "@/domain/matching/fold";

/** What a watch looks for; two watches of a user with the same fingerprint are the same watch (KEYWORD_EXISTS). */
export interface WatchIdentity {
  keyword: string;
  subreddits: readonly string[];
  filters: Filters;
}

/** sha256 over folded keyword, sorted lower-case subreddits and filters. */
export function watchFingerprint(watch: WatchIdentity): string {
  const { includePosts, includeComments, matchTitlesOnly, caseSensitive, wholeWordOnly } = watch.filters;
  const parts = [
    foldKeyword(watch.keyword),
    watch.subreddits.map((name) => name.toLowerCase()).sort(),
    [includePosts, includeComments, matchTitlesOnly, caseSensitive, wholeWordOnly],
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
