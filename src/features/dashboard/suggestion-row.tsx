import { TriangleAlert } from "lucide-react";
import type { SuggestResponse } from "@/contract/preview";
import { counted, formatCount } from "@/domain/text/counted";
import { formatMoment } from "@/domain/time/moment";
import { MarkedText } from "@/ui/marked-text";
import { Pick } from "@/ui/pick";
import { SiteIcon } from "@/ui/site-icon";
import type { Suggestion } from "./first-requests";
import {
  isNoisy,
  getKey,
  matchesIn,
  narrowings,
  perDay,
  type FirstMinuteState,
  type Narrowing,
} from "./use-first-minute";

export function SuggestionRow({
  one,
  steps,
  response,
  isFull,
  timeZone,
  now,
}: {
  one: Suggestion;
  steps: FirstMinuteState;
  response: SuggestResponse;
  isFull: boolean;
  timeZone: string;
  now: Date;
}) {
  const { sample } = one;
  const isTicked = steps.ticked.has(getKey(one));
  const isLoud = isNoisy(one, response.hours);
  const narrowing = steps.narrowed.get(getKey(one));
  return (
    <li className="grid gap-1.5 px-3.5 py-3 first:rounded-t-md last:rounded-b-md has-checked:bg-accent-soft">
      <label className="grid cursor-pointer grid-cols-[1.25rem_minmax(0,1fr)] items-start gap-x-3 has-disabled:cursor-not-allowed sm:grid-cols-[1.25rem_minmax(0,1fr)_auto]">
        <input
          type="checkbox"
          className="m-0 mt-0.5 size-4.5 accent-accent disabled:opacity-60"
          checked={isTicked}
          disabled={(one.isTooMany && narrowing === undefined) || (isFull && !isTicked)}
          onChange={(event) => (event.target.checked ? steps.tick(one, true) : steps.narrow(one, null))}
        />
        <span className="min-w-0">
          <bdi className="font-semibold wrap-anywhere">{one.keyword}</bdi>{" "}
          <span className="text-13 text-ink-2">{one.reason}</span>
        </span>
        <Rate
          matches={matchesIn(one, steps.picked)}
          isAbout={one.isAbout === true}
          isLoud={isLoud}
          hours={response.hours}
        />
      </label>
      {sample !== null && (
        <div className="border-l border-accent-line pl-3.5 sm:ml-8">
          <p className="flex items-center gap-1.5 text-13 text-ink-3">
            <SiteIcon site={sample.site} />
            <b className="min-w-0 truncate font-semibold text-ink-2">{sample.place.label}</b>
            <time dateTime={sample.createdAt} className="ml-auto flex-none">
              {formatMoment(new Date(sample.createdAt), now, timeZone)}
            </time>
          </p>
          <p className="matched line-clamp-2 pr-1 wrap-anywhere" dir="auto">
            <MarkedText text={sample.text} keyword={one.keyword} />
          </p>
        </div>
      )}
      {isLoud && (!isFull || isTicked) && (
        <div
          role="group"
          aria-label={`Narrow ${one.keyword}`}
          className="flex flex-wrap gap-2 empty:hidden sm:ml-8"
        >
          {narrowings(one, response).map(({ narrowing: choice, matches }) => (
            <Pick
              key={getLabel(choice)}
              size="sm"
              checked={narrowing !== undefined && getLabel(narrowing) === getLabel(choice)}
              onChange={(isChecked) => steps.narrow(one, isChecked ? choice : null)}
            >
              {getLabel(choice)}: {formatCount(perDay(matches, response.hours))} {getSpan(response.hours)}
            </Pick>
          ))}
        </div>
      )}
    </li>
  );
}

function getLabel(narrowing: Narrowing): string {
  return narrowing.kind === "titles" ? "In titles only" : `In ${narrowing.place.label}`;
}

const getSpan = (hours: number) => (hours > 24 ? "a day" : `in ${counted(Math.max(1, hours), "hour")}`);

function Rate({
  matches,
  isAbout,
  isLoud,
  hours,
}: {
  matches: number;
  isAbout: boolean;
  isLoud: boolean;
  hours: number;
}) {
  const number = formatCount(perDay(matches, hours));
  return (
    <span
      className={`text-13 whitespace-nowrap max-sm:col-start-2 ${isLoud ? "inline-flex items-center gap-1.5 font-semibold text-warn" : "text-ink-2"}`}
    >
      {isLoud && <TriangleAlert aria-hidden="true" className="size-4" />}
      <span>
        {(isAbout || isLoud) && "about "}
        <b className={isLoud ? "" : "text-14 font-semibold text-ink"}>{number}</b> {getSpan(hours)}
      </span>
    </span>
  );
}
