import { counted, formatCount } from "@/domain/text/counted";
import { SiteIcon } from "@/ui/site-icon";
import type { Forecast } from "./use-forecast";

export function ForecastBars({ forecast: { histogram = [], bySite = [], hours } }: { forecast: Forecast }) {
  const max = Math.max(...histogram, 1);
  const half = Math.floor(histogram.length / 2);
  const [earlier, later] = [histogram.slice(0, half), histogram.slice(half)].map((part) =>
    part.reduce((sum, count) => sum + count, 0),
  );
  const each = Math.round(hours / 2);
  const hour = (count: number) => counted(count, "hour");
  const summary = `${formatCount(earlier ?? 0)} in the first ${hour(each)}, ${formatCount(later ?? 0)} in the last ${hour(each)}`;
  const highestSiteCount = Math.max(...bySite.map(({ matched }) => matched), 1);
  return (
    <div className="grid gap-4 empty:hidden">
      {histogram.length > 0 && hours > 1 && (
        <div>
          <div role="img" aria-label={summary} className="flex h-12 items-end gap-0.5">
            {histogram.map((count, at) => (
              <i
                key={at}
                style={{ height: `${Math.max(count === 0 ? 0 : 8, (count / max) * 100)}%` }}
                className={`min-h-px flex-1 rounded-t-sm ${at === histogram.length - 1 ? "bg-accent" : count === 0 ? "bg-line" : "bg-bar"}`}
              />
            ))}
          </div>
          <p aria-hidden="true" className="mt-1 grid grid-cols-2 text-12 text-ink-2">
            <span>
              <b className="font-semibold">{formatCount(earlier ?? 0)}</b> earlier
            </span>
            <span className="border-l border-line pl-2">
              <b className="font-semibold">{formatCount(later ?? 0)}</b> in the last {hour(each)}
            </span>
          </p>
        </div>
      )}
      {bySite.length > 1 && (
        <ul aria-label="Matches by site" className="grid gap-2 text-13">
          {bySite.map(({ site, name, places, matched }) => (
            <li key={site} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
              <span className="flex min-w-0 items-center gap-1.5">
                <SiteIcon site={site} />
                <span className="truncate">
                  {name}
                  {places > 0 && `, ${counted(places, "place")}`}
                </span>
              </span>
              <b className="font-semibold">{formatCount(matched)}</b>
              <span aria-hidden="true" className="col-span-2 h-1 overflow-hidden rounded-full bg-sunken">
                <i
                  style={{ width: `${(matched / highestSiteCount) * 100}%` }}
                  className="block h-full rounded-full bg-bar"
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
