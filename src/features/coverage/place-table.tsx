import { isShared } from "@/contract/all-share";
import type { CoverageResponse, PlaceCoverage } from "@/contract/coverage";
import { slowedText, unreadAdvice, unreadText } from "@/contract/coverage-texts";
import { formatMoment } from "@/domain/time/moment";
import { placeKey } from "@/domain/reading/place";
import { delayOfPlace, gapsSummary, lastRead, sampledText } from "./figures";

export function PlaceTable({
  places,
  coverage,
  caption,
  now,
  timeZone,
}: {
  places: readonly PlaceCoverage[];
  coverage: CoverageResponse;
  caption: string;
  now: Date;
  timeZone: string;
}) {
  return (
    <table className="stacked-table border-t border-line text-13">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {["Place", "Last checked", "Delay", "Gaps in 7 days", "Coverage"].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {places.map((place) => {
          const readAt = lastRead([place]);
          const { count, detail } = gapsSummary([place]);
          return (
            <tr key={placeKey(place)}>
              <th scope="row" className="wrap-anywhere sm:min-w-48">
                {place.label}
                {place.ends !== undefined && (
                  <span className="block font-normal text-ink-3">{place.ends}</span>
                )}
              </th>
              <td data-name="Last checked">{readText(place, readAt, now, timeZone)}</td>
              <td data-name="Delay">{delayOfPlace(place) ?? "Not measured"}</td>
              <td data-name="Gaps in 7 days">{detail === null ? "None" : `${count} (${detail})`}</td>
              <td data-name="Coverage">{coverageText(place, coverage)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function readText(place: PlaceCoverage, readAt: string | null, now: Date, timeZone: string): string {
  if (readAt !== null) return formatMoment(new Date(readAt), now, timeZone);
  return unreadText(place) === null ? "First check in progress" : "Not read";
}

function coverageText(place: PlaceCoverage, { allShare }: CoverageResponse): string {
  const unread = unreadText(place);
  if (unread !== null) return `${unread}. ${unreadAdvice(place)}`;
  if (isShared(place)) return sampledText(allShare);
  return place.slowdown === undefined ? "Everything" : `Everything, ${slowedText}`;
}
