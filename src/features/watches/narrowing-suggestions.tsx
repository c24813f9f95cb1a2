import { formatCount } from "@/domain/text/counted";
import type { Forecast } from "./use-forecast";

export type NarrowingSuggestion = Forecast["suggestions"][number];

export function NarrowingSuggestions({
  forecast,
  onTake,
}: {
  forecast: Forecast;
  onTake: (way: NarrowingSuggestion) => void;
}) {
  const { suggestions = [], isAbout } = forecast;
  if (suggestions.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-13 font-medium tracking-normal">Suggestions to reduce noise</h3>
      <ul className="grid gap-1.5">
        {suggestions.map((way) => (
          <li key={way.kind}>
            <button
              type="button"
              className="flex w-full items-baseline justify-between gap-3 rounded-md border border-line bg-surface px-3 py-2 text-left text-13 hover:border-line-strong hover:bg-sunken pointer-coarse:min-h-11"
              onClick={() => onTake(way)}
            >
              <span className="min-w-0 font-semibold wrap-anywhere">{nameOf(way)}</span>
              <span className="flex-none text-ink-2">
                {isAbout && "about "}
                {formatCount(way.matched)}
                <span className="sr-only"> {way.matched === 1 ? "match" : "matches"}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function nameOf({ kind, words }: NarrowingSuggestion): string {
  switch (kind) {
    case "whole-words":
      return "Whole words only";
    case "titles":
      return "Titles only";
    case "keyword":
      return `Use “${words.join(" ")}” instead`;
    case "must-not":
      return `Exclude ${words.join(", ")}`;
  }
}
