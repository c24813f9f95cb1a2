import { Minus, Plus } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import type { ExampleItem } from "@/contract/preview";
import { counted, formatCount } from "@/domain/text/counted";
import { notificationDays } from "@/domain/plans/retention";
import { nearMatch, type Segment } from "@/domain/text/snippet";
import { formatDate } from "@/domain/time/moment";
import { Segments } from "@/ui/segments";
import { SiteIcon } from "@/ui/site-icon";
import { splitMatches, type SearchCriteria } from "./matched-place";
import type { ChangePreview } from "./request-change";

export function ChangeReview({ change, timeZone }: { change: ChangePreview; timeZone: string }) {
  const { added, dropped, unchanged, samples, before, after } = change;
  const ref = useRef<HTMLDivElement>(null);
  // The form can be scrolled down.
  useEffect(() => {
    // Newer browsers return a promise, which isn't a cleanup function.
    ref.current?.scrollIntoView({ block: "start" });
  }, []);
  const isSame = added === 0 && dropped === 0;
  const hasBoth = samples.added.length > 0 && samples.dropped.length > 0;
  return (
    <div ref={ref} className="mb-6 grid scroll-mt-5 gap-4">
      <p className="flex flex-wrap items-baseline gap-x-5">
        {!isSame && <Count look="text-ok" sign="+" count={added} name="new" />}
        {!isSame && <Count look="text-bad" sign="−" count={dropped} name="dropped" />}
        <Count look="text-ink-2" sign="" count={unchanged} name="unchanged" />
        <span className="text-13 text-ink-3 sm:ml-auto">in the last {notificationDays} days</span>
      </p>
      {isSame ? (
        <p className="text-ink-2">This change makes no difference to these matches.</p>
      ) : (
        <div className="flex h-2 gap-0.5" aria-hidden="true">
          {added > 0 && <i className="bg-ok" style={{ flexGrow: added }} />}
          {dropped > 0 && (
            <i
              className="border border-bad bg-[repeating-linear-gradient(135deg,var(--bad)_0_2px,transparent_2px_4px)]"
              style={{ flexGrow: dropped }}
            />
          )}
          {unchanged > 0 && <i className="border border-line bg-sunken" style={{ flexGrow: unchanged }} />}
        </div>
      )}
      <div
        className={`grid grid-cols-[minmax(0,1fr)] divide-line rounded-lg border border-line empty:hidden max-sm:divide-y ${hasBoth ? "sm:grid-cols-[repeat(2,minmax(0,1fr))] sm:divide-x" : ""}`}
      >
        <SampleList
          sign={<Plus className="size-4 text-ok" />}
          title={`${counted(added, "match", "matches")} new`}
          count={added}
          items={samples.added}
          criteria={after}
          rule="border-ok"
          timeZone={timeZone}
        />
        <SampleList
          sign={<Minus className="size-4 text-bad" />}
          title={`${counted(dropped, "match", "matches")} dropped`}
          count={dropped}
          items={samples.dropped}
          criteria={before}
          rule="border-dashed border-bad"
          timeZone={timeZone}
        />
      </div>
    </div>
  );
}

function Count({ look, sign, count, name }: { look: string; sign: string; count: number; name: string }) {
  return (
    <span className="text-13 text-ink-2">
      <b className={`mr-1 text-30 font-semibold tracking-[-0.03em] ${count === 0 ? "text-ink-3" : look}`}>
        {count === 0 ? "0" : `${sign}${formatCount(count)}`}
      </b>{" "}
      {name}
    </span>
  );
}

function SampleList({
  sign,
  title,
  count,
  items,
  criteria,
  rule,
  timeZone,
}: {
  sign: ReactNode;
  title: string;
  /** The total; `items` are the latest ones. */
  count: number;
  items: readonly ExampleItem[];
  criteria: SearchCriteria;
  rule: string;
  timeZone: string;
}) {
  if (items.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 p-4">
      <h3 className="flex items-center gap-1.5 text-13 font-semibold tracking-normal">
        {sign}
        {title}
        {count > items.length && (
          <span className="ml-auto font-normal text-ink-3">latest {items.length}</span>
        )}
      </h3>
      <ul className="grid gap-3 text-13">
        {items.map((item) => (
          <li key={item.url} className={`border-l pl-3 ${rule}`}>
            <p className="flex items-center gap-1.5 text-ink-3">
              <SiteIcon site={item.site} />
              <b className="min-w-0 truncate font-semibold text-ink-2">{item.place.label}</b>
              <time dateTime={item.createdAt} className="ml-auto flex-none">
                {formatDate(new Date(item.createdAt), timeZone)}
              </time>
            </p>
            <p className="matched line-clamp-2 text-16/[1.35] wrap-anywhere" dir="auto">
              <Segments of={getSegments(item, criteria)} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the title if it contains the match, otherwise the text. */
function getSegments(item: ExampleItem, criteria: SearchCriteria): readonly Segment[] {
  const { title, text } = splitMatches(item, criteria);
  const hasMatch = (segments: Segment[]) => segments.some(({ isHeard }) => isHeard);
  const isTitle = item.kind === "post" && (hasMatch(title) || !hasMatch(text));
  return isTitle ? title : nearMatch(text);
}
