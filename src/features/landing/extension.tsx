import { ArrowLeft, RotateCw } from "lucide-react";
import { Badge } from "@/ui/badge";
import { Mark } from "@/ui/mark";
import { MarkedText } from "@/ui/marked-text";
import { sectionTitle, wide } from "./measures";
import type { SampleMatch } from "./sample";

export function Extension({ samples }: { samples: readonly SampleMatch[] }) {
  return (
    <section
      aria-labelledby="extension-heading"
      className={`${wide} grid items-center gap-10 py-16 sm:py-24 lg:grid-cols-[1fr_1.1fr] lg:gap-16`}
    >
      <div>
        <Badge look="accent">Coming soon</Badge>
        <h2 id="extension-heading" className={`${sectionTitle} my-4`}>
          Browser extension
        </h2>
        <p className="max-w-120 text-17 text-ink-2">
          Your latest matches, one click away in your browser toolbar.
        </p>
      </div>
      <BrowserDrawing samples={samples} />
    </section>
  );
}

/** A drawing instead of a screenshot, because the extension isn't available yet. */
function BrowserDrawing({ samples }: { samples: readonly SampleMatch[] }) {
  return (
    <div
      aria-hidden="true"
      className="overflow-hidden rounded-xl border border-line bg-surface text-14 shadow-2"
    >
      <div className="flex items-center gap-3 border-b border-line bg-sunken px-4 py-3 text-ink-3">
        <ArrowLeft className="size-4 stroke-[1.75]" />
        <RotateCw className="size-4 stroke-[1.75]" />
        <span className="flex-1 rounded-full border border-line bg-surface px-3.5 py-1 text-13">
          any page
        </span>
        <span className="relative">
          <Mark className="size-6.5" />
          <b className="absolute -top-2 -right-2 min-w-4 rounded-full bg-marker text-center text-[.6875rem] leading-4 text-marker-ink">
            2
          </b>
        </span>
      </div>
      <div className="relative grid min-h-52 content-start gap-3 px-6 pt-6 pb-8">
        {["h-5 w-[46%]", "h-3 w-[46%]", "h-3 w-[38%]", "h-3 w-[42%]"].map((size) => (
          <span key={size} className={`rounded-sm bg-sunken ${size}`} />
        ))}
        <div className="absolute -top-2 right-4 w-76 max-w-[calc(100%-2rem)] rounded-lg border border-line bg-surface py-1 shadow-3">
          {samples.slice(0, 2).map(({ keyword, place, short }) => (
            <p key={keyword} className="border-line px-4 py-2.5 not-first:border-t">
              <span className="matched">
                <MarkedText text={short} keyword={keyword} />
              </span>
              <br />
              <span className="text-13 text-ink-2">{place}, Just now</span>
            </p>
          ))}
        </div>
      </div>
    </div>
  );
}
