import type { ReactNode } from "react";
import { notificationDays } from "@/domain/plans/retention";
import { wide } from "./measures";
import { MoreFeatures } from "./more-features";
import type { SampleMatch, ShownSite } from "./sample";
import { SectionHead } from "./section-head";

const title = "A clipping service\nfor conversations";
const text =
  "People used to pay someone to read every newspaper for mentions of their name. Earshot does the same for the web and highlights the line.";

export function Features({
  sites,
  samples,
  hasTelegram,
}: {
  sites: readonly ShownSite[];
  samples: readonly SampleMatch[];
  hasTelegram: boolean;
}) {
  return (
    <section
      id="features"
      aria-labelledby="features-heading"
      className={`${wide} scroll-mt-16 pt-8 pb-16 sm:pb-24`}
    >
      <SectionHead id="features-heading" title={title} text={text} />
      <div className="grid overflow-hidden rounded-xl border border-line bg-surface lg:grid-cols-[1.15fr_1fr_1fr]">
        <Feature
          title="Keyword tracking"
          text="A name, a phrase, a competitor. In the places you pick, or everywhere."
          picture={<Tracking sites={sites} samples={samples} />}
        />
        <Feature
          title="Instant notifications"
          text="In real time, hourly or daily. You choose."
          picture={<Timeline siteName={samples[0]!.siteName} />}
        />
        <Feature
          title="Privacy first"
          text={`When someone deletes a post, we delete our copy. We keep notifications for ${notificationDays} days.`}
          picture={<Removed />}
        />
      </div>
      <MoreFeatures sample={samples[0]!} hasTelegram={hasTelegram} />
    </section>
  );
}

function Feature({ title, text, picture }: { title: string; text: string; picture: ReactNode }) {
  return (
    <article className="not-first:border-t not-first:border-line lg:not-first:border-t-0 lg:not-first:border-l">
      <div
        aria-hidden="true"
        className="grid h-54 content-center gap-3 overflow-hidden border-b border-line bg-sunken p-6 text-14"
      >
        {picture}
      </div>
      <div className="p-6">
        <h3 className="mb-2 text-20">{title}</h3>
        <p className="text-ink-2">{text}</p>
      </div>
    </article>
  );
}

const slip = "rounded-[.625rem] border border-line bg-surface px-3.5 py-2.5";

function Tracking({ sites, samples }: { sites: readonly ShownSite[]; samples: readonly SampleMatch[] }) {
  const [first, second, third] = samples;
  return [
    [second!.keyword, [...new Set([second!.place, first!.place])]] as const,
    [third!.keyword, [sites.length === 1 ? `All of ${sites[0]!.name}` : "All sites"]] as const,
  ].map(([keyword, places]) => (
    <div key={keyword} className={`${slip} flex flex-wrap items-center justify-between gap-x-3 gap-y-1`}>
      <span className="matched">
        <mark>{keyword}</mark>
      </span>
      <span className="flex flex-wrap gap-x-2.5 text-13 text-ink-2">
        {places.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </span>
    </div>
  ));
}

const momentsOn = (siteName: string) =>
  [
    ["14:02", `Posted on ${siteName}`],
    ["14:03", "Found by Earshot"],
    ["14:03", "In your inbox and browser"],
  ] as const;

function Timeline({ siteName }: { siteName: string }) {
  const moments = momentsOn(siteName);
  return (
    <ol>
      {moments.map(([time, what], index) => (
        <li
          key={what}
          className="group relative grid min-h-13 grid-cols-[3.5rem_auto_1fr] items-start gap-3 last:min-h-0"
        >
          {index < moments.length - 1 && (
            <span className="absolute top-5 -bottom-1 left-18 w-0.5 bg-accent-line" />
          )}
          <span className="text-right text-ink-3">{time}</span>
          <span className="mt-1.5 size-2.5 rounded-full bg-surface ring-2 ring-accent group-last:bg-accent" />
          <span>{what}</span>
        </li>
      ))}
    </ol>
  );
}

const hatched =
  "h-3 rounded-[2px] opacity-70 bg-[repeating-linear-gradient(-45deg,var(--line-strong)_0_1px,transparent_1px_5px)]";

function Removed() {
  return (
    <>
      <div className={slip}>
        <p className="mb-3 text-13 text-ink-2">Deleted by the author</p>
        <div className="grid gap-2">
          <span className={hatched} />
          <span className={hatched} />
          <span className={`${hatched} w-[62%]`} />
        </div>
      </div>
      <p className="text-13 text-ink-2">Deleted there, deleted here.</p>
    </>
  );
}
