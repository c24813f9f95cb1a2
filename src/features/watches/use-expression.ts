import { useContext, useMemo } from "react";
import type { ChosenPlace } from "@/contract/place-entry";
import type { Filters } from "@/contract/watch";
import type { QueryContext } from "@/domain/query/check";
import { judgeExpression } from "@/domain/query/judge";
import { Sites } from "./sites";
import { useDebounced } from "./use-debounced";
import type { WatchWordsState } from "./use-watch-words";

/** So long nothing is typed before anything is said of it. */
const pauseMs = 500;
const noTitle = "This can never match: comments don't have titles.";

/**
 * The expression that the form stands for; why it can't be saved as it is now, null where it can; and what is to be said of
 * it, of how it stood when the typing last paused, beside what would be said of it now.
 */
export function useExpression({
  words,
  keyword,
  filters,
  places,
}: {
  words: WatchWordsState;
  keyword: string;
  filters: Filters;
  places: readonly ChosenPlace[];
}) {
  const sites = useContext(Sites).map(({ id, name }) => ({ id, title: name }));
  const expression = words.expressionFor(keyword);
  // Chips without a keyword are asked about once there is one, which its own field asks for.
  const text = words.text?.trim() ?? (keyword.trim() === "" ? null : expression);
  const paused = useDebounced(text ?? "", pauseMs);
  const isTold = text !== null && (words.text !== null || paused !== "");
  // By its content: each render makes it anew.
  const context = JSON.stringify({ sites, places, filters } satisfies QueryContext);
  const now = useMemo(() => (text === null ? null : judged(text, context)), [text, context]);
  const told = useMemo(() => (isTold ? judged(paused, context) : null), [isTold, paused, context]);
  const isOfNothing = filters.matchTitlesOnly && !filters.includePosts && filters.includeComments;
  return { expression, refusal: isOfNothing ? noTitle : (now?.refusal ?? null), told, latest: now };
}

function judged(text: string, context: string) {
  return judgeExpression(text, JSON.parse(context) as QueryContext);
}
