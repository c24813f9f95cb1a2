import type { ExampleItem } from "@/contract/preview";
import { counted } from "@/domain/counted";
import { SiteIcon } from "@/ui/site-icon";
import type { ChangePreview } from "./request-change";

const shownLength = 160;

export function ChangeReview({ change: { added, dropped, samples } }: { change: ChangePreview }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SampleList title={`${counted(dropped, "match", "matches")} dropped`} items={samples.dropped} />
      <SampleList title={`${counted(added, "match", "matches")} new`} items={samples.added} />
    </div>
  );
}

function SampleList({ title, items }: { title: string; items: readonly ExampleItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className="grid content-start gap-2">
      <h3 className="text-13 font-medium tracking-normal">{title}</h3>
      <ul className="grid gap-2 text-13">
        {items.map((item) => (
          <li key={item.url} className="border-l border-line pl-3" dir="auto">
            <p className="flex items-center gap-1.5 text-ink-3">
              <SiteIcon site={item.site} />
              <span className="min-w-0 truncate">{item.place.label}</span>
            </p>
            <p className="line-clamp-2 wrap-anywhere">
              {item.kind === "post" ? item.title : item.content.slice(0, shownLength)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
