import { useEffect, useId, useRef } from "react";
import type { SuggestResponse } from "@/contract/preview";
import { counted, formatCount } from "@/domain/text/counted";
import { placeKey } from "@/domain/reading/place";
import { partialText } from "@/domain/reading/site-texts";
import { Button } from "@/ui/button";
import { LimitPill } from "@/ui/limit-pill";
import { Notice } from "@/ui/notice";
import { Pick } from "@/ui/pick";
import { SiteIcon } from "@/ui/site-icon";
import { SuggestionRow } from "./suggestion-row";
import { getKey, narrowings, type FirstMinuteState } from "./use-first-minute";

export function FirstSuggestions({
  steps,
  response,
  watchLimit,
  timeZone,
  now,
}: {
  steps: FirstMinuteState;
  response: SuggestResponse;
  watchLimit: number | null;
  timeZone: string;
  now: Date;
}) {
  const { ticked, picked, pending, problem } = steps;
  const [limitId, hintId, placesId] = [useId(), useId(), useId()];
  const isFull = watchLimit !== null && ticked.size >= watchLimit;
  const missing = missingText(steps, response);
  const list = useRef<HTMLUListElement>(null);
  // The focused button was removed, so focus the first suggestion.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>("input:enabled")?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <ul ref={list} aria-label="Suggestions" className="divide-y divide-line rounded-md border border-line">
        {response.suggestions.map((one) => (
          <SuggestionRow
            key={getKey(one)}
            one={one}
            steps={steps}
            response={response}
            isFull={isFull}
            timeZone={timeZone}
            now={now}
          />
        ))}
      </ul>
      {response.isPartial && <p className="text-13 text-ink-2">{partialText}</p>}
      <div role="group" aria-labelledby={placesId} className="flex flex-wrap items-center gap-1.5">
        <span id={placesId} className="flex-[1_1_100%] text-13 text-ink-2">
          Where to look
        </span>
        {response.places.map((place) => (
          <Pick
            key={placeKey(place)}
            start={<SiteIcon site={place.site} isBare />}
            checked={picked.has(placeKey(place))}
            onChange={(isChecked) => steps.pick(place, isChecked)}
          >
            {place.label}
          </Pick>
        ))}
      </div>
      <Notice look="bad">{problem?.at === "adding" ? problem.text : null}</Notice>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          look="primary"
          className="max-sm:w-full"
          isPending={pending === "adding"}
          describedBy={missing === "" ? undefined : hintId}
          aria-describedby={`${limitId} ${hintId}`}
          onClick={() => void steps.add()}
        >
          <span>Add {counted(ticked.size, "Keyword")}</span>
          <LimitPill id={limitId} used={ticked.size} limit={watchLimit} />
        </Button>
        <span id={hintId} className="text-13 text-ink-2">
          {missing === "" ? capacityText(watchLimit, isFull) : missing}
        </span>
      </div>
    </>
  );
}

/** Why adding isn't possible yet; empty if it is. */
function missingText({ ticked, picked }: FirstMinuteState, response: SuggestResponse): string {
  const isUnusable = response.suggestions.every(
    (one) => one.isTooMany && narrowings(one, response).length === 0,
  );
  if (isUnusable) return "That word is too common. Add another word.";
  if (ticked.size === 0) return "Select at least one.";
  return picked.size === 0 ? "Choose where to look." : "";
}

function capacityText(limit: number | null, isFull: boolean): string {
  if (limit === null) return "You can change these anytime.";
  if (!isFull) return "Free. You can change these anytime.";
  return `The Free plan includes ${formatCount(limit)} keywords. Deselect one to choose another.`;
}
