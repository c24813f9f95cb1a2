import type { WatchDraft } from "@/contract/watch";
import { type NarrowingSuggestion, suggestNarrowing } from "@/domain/query/narrowing";
import { getItem, type StoredContent } from "./stored-item";

export interface DraftToNarrow {
  draft: Parameters<typeof suggestNarrowing>[0] & Pick<WatchDraft, "keyword">;
  matched: readonly StoredContent[];
}

/** Runs in a worker thread. Suggests changes that make the draft match less. */
export function findNarrowing({ draft, matched }: DraftToNarrow): NarrowingSuggestion[] {
  return suggestNarrowing(draft, matched.map(getItem));
}
