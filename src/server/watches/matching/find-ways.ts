import type { WatchDraft } from "@/contract/watch";
import { type Way, waysToLess } from "@/domain/query/ways";
import { itemOf, type StoredContent } from "./stored-item";

export interface DraftToNarrow {
  draft: Parameters<typeof waysToLess>[0] & Pick<WatchDraft, "keyword">;
  /** Some of the items that it matches. */
  matched: readonly StoredContent[];
}

/** Runs in a worker thread. Suggests changes that make the draft match less. */
export function findWays({ draft, matched }: DraftToNarrow): Way[] {
  return waysToLess(draft, matched.map(itemOf));
}
