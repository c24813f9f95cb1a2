import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { ChosenPlace } from "@/contract/place-entry";
import type { ImportResponse } from "@/contract/watch-import";
import { counted, formatCount } from "@/domain/text/counted";
import { placeKey } from "@/domain/reading/place";
import { placeFieldTexts } from "@/domain/reading/site-texts";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { limitTitle } from "./watch-texts";

const maxShown = 50;

export function ImportPreview({
  response,
  invalid,
  onRemovePlaces,
}: {
  response: ImportResponse;
  invalid: readonly ChosenPlace[];
  onRemovePlaces: (places: readonly ChosenPlace[]) => void;
}) {
  const { watches, problems, overLimit, existing } = response;
  const isEmpty = [watches, problems, overLimit, existing].every((list) => list.length === 0);
  if (isEmpty) return <p className="text-ink-2">There&apos;s nothing to import.</p>;
  return (
    <>
      <p className="flex flex-wrap gap-2">
        <Badge look="ok">{counted(watches.length, "new", "new")}</Badge>
        {existing.length > 0 && (
          <Badge>{counted(existing.length, "already watched", "already watched")}</Badge>
        )}
        {invalid.length > 0 && <Badge look="bad">{counted(invalid.length, "invalid place")}</Badge>}
        {overLimit.length > 0 && (
          <Badge look="warn">{counted(overLimit.length, "over the limit", "over the limit")}</Badge>
        )}
      </p>
      {invalid.length > 0 && <InvalidPlaces invalid={invalid} onRemove={onRemovePlaces} />}
      <Lines title={`${counted(problems.length, "line")} with errors`} lines={problems}>
        {({ text, message }) => (
          <>
            {text !== "" && <span className="font-medium text-ink wrap-anywhere">{text}</span>} {message}
          </>
        )}
      </Lines>
      <Lines
        title={`${limitTitle}: ${counted(overLimit.length, "keyword")} over your plan's limit`}
        lines={overLimit}
      >
        {({ keyword }) => keyword}
      </Lines>
      <Lines title={`${counted(watches.length, "keyword")} to add`} lines={watches} isShown={false}>
        {({ keyword, expression }) => expression ?? keyword}
      </Lines>
      <Lines
        title={counted(
          existing.length,
          "keyword already exists or is a duplicate line",
          "keywords already exist or are duplicate lines",
        )}
        lines={existing}
        isShown={false}
      >
        {({ keyword }) => keyword}
      </Lines>
    </>
  );
}

function InvalidPlaces({
  invalid,
  onRemove,
}: {
  invalid: readonly ChosenPlace[];
  onRemove: (places: readonly ChosenPlace[]) => void;
}) {
  return (
    <section aria-label="Invalid places" className="grid gap-2 text-13">
      <ul className="divide-y divide-line border-y border-line">
        {invalid.map((place) => (
          <li key={placeKey(place)} className="flex items-center justify-between gap-3 py-1.5">
            <span className="min-w-0 text-bad wrap-anywhere">{placeFieldTexts.invalid(place.label)}</span>
            <Button size="sm" look="ghost" onClick={() => onRemove([place])}>
              Remove place<span className="sr-only"> {place.label}</span>
            </Button>
          </li>
        ))}
      </ul>
      {invalid.length > 1 && (
        <Button size="sm" className="justify-self-start" onClick={() => onRemove(invalid)}>
          Remove {invalid.length} invalid
        </Button>
      )}
    </section>
  );
}

/** Renders nothing if the list is empty. Groups that need no attention are collapsed. */
function Lines<Line extends { line: number }>({
  title,
  lines,
  isShown = true,
  children,
}: {
  title: string;
  lines: readonly Line[];
  isShown?: boolean;
  children: (line: Line) => ReactNode;
}) {
  if (lines.length === 0) return null;
  const more = lines.length - maxShown;
  return (
    <details open={isShown} className="group/lines">
      <summary className="flex min-h-8 cursor-pointer list-none items-center gap-1.5 py-1 font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 flex-none text-ink-3 transition-transform group-open/lines:rotate-90"
        />
        {title}
      </summary>
      <ul className="mt-1 divide-y divide-line border-y border-line text-13 text-ink-2">
        {lines.slice(0, maxShown).map((line, at) => (
          <li key={at} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-2 py-1.5">
            <span className="text-ink-3">Line {formatCount(line.line)}</span>
            <span className="wrap-anywhere">{children(line)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-13 text-ink-3">and {formatCount(more)} more</p>}
    </details>
  );
}
