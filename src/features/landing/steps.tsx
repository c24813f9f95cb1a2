import { wireSite } from "@/contract/place";
import { wide } from "./measures";
import type { ShownSite } from "./sample";
import { SectionHead } from "./section-head";

const subredditStep = ["Choose Subreddits", 'Pick a few, or use "all" for every subreddit.'] as const;
const placeStep = ["Choose Places", "Pick whole sites, communities, forums or feeds."] as const;
const stepsWith = (hasReddit: boolean) => [
  ["Add Keywords", "Enter the words you want to track."] as const,
  hasReddit ? subredditStep : placeStep,
  ["Get Notified", "By email and in your browser, as often as you like."] as const,
  ["Take Action", "Open the post, reply, and clear it from your list."] as const,
];

const arcs = [
  "M8 28A12 12 0 0 1 20 40",
  "M8 19A21 21 0 0 1 29 40",
  "M8 10A30 30 0 0 1 38 40",
  "M8 1A39 39 0 0 1 47 40",
];

export function Steps({ sites }: { sites: readonly ShownSite[] }) {
  const hasReddit = sites.some(({ id }) => id === wireSite);
  return (
    <section
      id="how-it-works"
      aria-labelledby="how-it-works-heading"
      className={`${wide} scroll-mt-16 py-16 sm:py-24`}
    >
      <SectionHead id="how-it-works-heading" title="Set it up once in four steps" />
      <ol className="grid gap-6 sm:grid-cols-2 sm:gap-8 lg:grid-cols-4">
        {stepsWith(hasReddit).map(([title, text], index) => (
          <li key={title} className="grid grid-cols-[3rem_1fr] gap-x-5 border-t-2 border-ink pt-5 sm:block">
            <Arcs filled={index + 1} />
            <h3 className="mb-2 text-20">
              <span className="mr-1.5 font-medium text-ink-3 tabular-nums">{index + 1}</span>
              {title}
            </h3>
            <p className="text-ink-2">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Arcs({ filled }: { filled: number }) {
  return (
    <svg
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
      className="row-span-2 size-12 text-accent sm:mb-5"
    >
      <circle cx="8" cy="40" r="4" fill="currentColor" stroke="none" />
      {arcs.map((arc, index) => (
        <path key={arc} d={arc} strokeOpacity={index < filled ? undefined : 0.22} />
      ))}
    </svg>
  );
}
