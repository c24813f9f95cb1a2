import type { ReactNode } from "react";
import type { PublicPreviewResponse } from "@/contract/preview";
import { EmptyState } from "@/ui/empty-state";
import { SiteIcon } from "@/ui/site-icon";
import type { ShownSite } from "./sample";

const time = new Intl.DateTimeFormat("en-GB", {
  ...{ weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
});

export function TryItResult({
  keyword,
  preview: { count, samples },
  sites,
  onward,
}: {
  keyword: string;
  preview: PublicPreviewResponse;
  sites: readonly ShownSite[];
  /** Shown below the result. */
  onward: ReactNode;
}) {
  if (count === 0)
    return (
      <EmptyState title="Nothing yet" text="Keep watching and we'll email you the first mention.">
        {onward}
      </EmptyState>
    );
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {samples.map(({ site, place, text, createdAt }) => (
          <li key={`${createdAt} ${text}`} className="border-l border-accent-line pl-3.5">
            <p className="flex items-center gap-1.5 text-13 text-ink-3">
              <SiteIcon site={site} />
              <b className="min-w-0 truncate font-semibold text-ink-2">
                {place.label || sites.find(({ id }) => id === site)?.name}
              </b>
              <time dateTime={createdAt} className="ml-auto flex-none">
                {time.format(new Date(createdAt))}
              </time>
            </p>
            <p className="matched wrap-anywhere" dir="auto">
              <Marked text={text} keyword={keyword} />
            </p>
          </li>
        ))}
      </ul>
      {onward}
    </>
  );
}

/** Marks the keyword. The page doesn't load the matcher, so other spellings stay unmarked. */
function Marked({ text, keyword }: { text: string; keyword: string }) {
  const word = keyword.replace(/^https?:\/\/(?:www\.)?/i, "").split("/", 1)[0]!;
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  if (at < 0 || word === "") return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + word.length)}</mark>
      {text.slice(at + word.length)}
    </>
  );
}

const line = "block h-2.5 rounded-[2px] bg-sunken";
const placeholders = [
  ["w-28", "w-full", "w-[62%]"],
  ["w-24", "w-[88%]"],
  ["w-32", "w-full", "w-[40%]"],
];

export function TryItSkeleton() {
  return (
    <ul aria-hidden="true" className="grid gap-4">
      {placeholders.map(([source, ...texts]) => (
        <li key={source} className="grid gap-1.5 border-l border-accent-line pl-3.5">
          <span className={`block h-2 rounded-[2px] bg-line ${source}`} />
          {texts.map((width) => (
            <span key={width} className={`${line} ${width}`} />
          ))}
        </li>
      ))}
    </ul>
  );
}
