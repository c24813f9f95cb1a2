import { useEffect, useRef } from "react";
import type { ExampleItem } from "@/contract/preview";
import { counted, formatCount } from "@/domain/counted";
import { notificationDays } from "@/domain/retention";
import { SiteIcon } from "@/ui/site-icon";
import type { ChangePreview } from "./request-change";

const shownLength = 160;

export function ChangeReview({ change: { added, dropped, unchanged, samples } }: { change: ChangePreview }) {
  const ref = useRef<HTMLDivElement>(null);
  // The form can be scrolled down.
  useEffect(() => {
    // Newer browsers return a promise, which isn't a cleanup function.
    ref.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <div ref={ref} className="mb-6 grid scroll-mt-5 gap-4">
      <p className="flex flex-wrap items-baseline gap-x-5">
        <Count look="text-ok" count={`+${formatCount(added)}`} name="new" />
        <Count look="text-bad" count={`−${formatCount(dropped)}`} name="dropped" />
        <Count look="text-ink-2" count={formatCount(unchanged)} name="unchanged" />
        <span className="ml-auto text-13 text-ink-3">in the last {notificationDays} days</span>
      </p>
      <div className="flex h-2 gap-0.5" aria-hidden="true">
        <i className="bg-ok" style={{ flexGrow: added }} />
        <i
          className="border border-bad bg-[repeating-linear-gradient(135deg,var(--bad)_0_2px,transparent_2px_4px)]"
          style={{ flexGrow: dropped }}
        />
        <i className="border border-line bg-sunken" style={{ flexGrow: unchanged }} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SampleList
          title={`${counted(added, "match", "matches")} new`}
          items={samples.added}
          rule="border-ok"
        />
        <SampleList
          title={`${counted(dropped, "match", "matches")} dropped`}
          items={samples.dropped}
          rule="border-dashed border-bad"
        />
      </div>
    </div>
  );
}

function Count({ look, count, name }: { look: string; count: string; name: string }) {
  return (
    <span className="text-13 text-ink-2">
      <b className={`mr-1 text-30 font-semibold tracking-[-0.03em] ${look}`}>{count}</b> {name}
    </span>
  );
}

function SampleList({ title, items, rule }: { title: string; items: readonly ExampleItem[]; rule: string }) {
  if (items.length === 0) return null;
  return (
    <section className="grid content-start gap-2">
      <h3 className="text-13 font-medium tracking-normal">{title}</h3>
      <ul className="grid gap-2 text-13">
        {items.map((item) => (
          <li key={item.url} className={`border-l pl-3 ${rule}`} dir="auto">
            <p className="flex items-center gap-1.5 text-ink-3">
              <SiteIcon site={item.site} />
              <span className="min-w-0 truncate">{item.place.label}</span>
            </p>
            <p className="line-clamp-2 font-(family-name:--serif) text-16/[1.35] wrap-anywhere">
              {item.kind === "post" ? item.title : item.content.slice(0, shownLength)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
