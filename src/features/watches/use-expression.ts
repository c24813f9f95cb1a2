import { useContext, useMemo } from "react";
import type { ChosenPlace } from "@/contract/place-entry";
import type { Filters } from "@/contract/watch";
import type { QueryContext } from "@/domain/query/check";
import { judgeExpression } from "@/domain/query/judge";
import { Sites } from "./sites";
import { useDebounced } from "@/ui/use-debounced";
import type { WatchWordsState } from "./use-watch-words";

/** Debounce before validating (ms). */
const pauseMs = 500;
const noTitle = "This can never match: comments don't have titles.";

/** `result` are the notes for the debounced text, `latest` for the current one. */
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
  // Don't validate chips without a keyword; the keyword field reports that.
  const text = words.text?.trim() ?? (keyword.trim() === "" ? null : expression);
  const paused = useDebounced(text ?? "", pauseMs);
  const isReported = text !== null && (words.text !== null || paused !== "");
  // Serialized, because the objects are recreated on every render.
  const context = JSON.stringify({ sites, places, filters } satisfies QueryContext);
  const now = useMemo(() => (text === null ? null : judged(text, context)), [text, context]);
  const result = useMemo(() => (isReported ? judged(paused, context) : null), [isReported, paused, context]);
  const isOfNothing = filters.matchTitlesOnly && !filters.includePosts && filters.includeComments;
  return {
    expression,
    refusal: isOfNothing ? noTitle : (now?.refusal ?? null),
    message: result,
    latest: now,
  };
}

function judged(text: string, context: string) {
  return judgeExpression(text, JSON.parse(context) as QueryContext);
}
