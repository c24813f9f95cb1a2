import type { CoverageResponse, PlaceCoverage } from "@/contract/coverage";
import { hasMoreGaps, mergeKinds, unreadText } from "@/contract/coverage-texts";
import { formatCount, counted } from "@/domain/text/counted";
import { delayText, soonText } from "@/domain/time/delay-text";
import { placeKey } from "@/domain/reading/place";

type Site = CoverageResponse["sites"][number];
type Gap = PlaceCoverage["gaps"][number];

export type HalfHour = "complete" | "late" | "gap" | "unread";

const halfHourMs = 30 * 60_000;
const halfHours = 48;

/** The last 24 hours of a site in half hours, oldest first. */
export function readHalfHours(site: Site, places: readonly PlaceCoverage[], now: Date): HalfHour[] {
  const lateFrom = lateSince(site, places);
  const begin = Math.min(
    ...places.map(({ readSince }) => (readSince === null ? Infinity : Date.parse(readSince))),
  );
  const open = places.flatMap(({ gaps }) => gaps).filter(({ filledAt }) => filledAt === null);
  return Array.from({ length: halfHours }, (_, index) => {
    const to = now.getTime() - (halfHours - 1 - index) * halfHourMs;
    const from = to - halfHourMs;
    if (to <= begin) return "unread";
    if (open.some((gap) => Date.parse(gap.from) < to && Date.parse(gap.to) >= from)) return "gap";
    return to > lateFrom ? "late" : "complete";
  });
}

/** Start of the current outage of the site or of all its places. Infinity if there is none. */
function lateSince(site: Site, places: readonly PlaceCoverage[]): number {
  if (site.since !== null) return Date.parse(site.since);
  if (places.some(isReadable)) return Infinity;
  return Date.parse(lastRead(places) ?? new Date(0).toISOString());
}

export function halfHoursText(halves: readonly HalfHour[]): string {
  const count = (state: HalfHour) => halves.filter((half) => half === state).length;
  const parts = [
    { count: count("gap"), text: "with a gap" },
    { count: count("late"), text: "late" },
    { count: count("unread"), text: "not watched yet" },
  ].filter((part) => part.count > 0);
  const result = parts.map((part) => `${counted(part.count, "half hour")} ${part.text}`);
  return `The last 24 hours: ${result.length === 0 ? "complete" : result.join(", ")}`;
}

/** The oldest complete read of these places; null if a first read is still in progress. */
export function lastRead(places: readonly PlaceCoverage[]): string | null {
  const reads = places.flatMap(({ posts, comments }) => [posts.readAt, comments.readAt]);
  return reads.reduce(
    (oldest, at) => (oldest === null || at === null ? null : at < oldest ? at : oldest),
    reads[0] ?? null,
  );
}

export const isReadable = (place: PlaceCoverage) => unreadText(place) === null;

/** The smoothed delay of posts or comments, the longer of both. Null before the first measurement. */
export function delayOfPlace({ posts, comments }: PlaceCoverage): string | null {
  const delays = [posts.delaySeconds, comments.delaySeconds].filter((delay) => delay !== null);
  return delays.length === 0 ? null : delayText(Math.max(...delays));
}

const lengthOf = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / 1000;

/** The total length of gaps. A gap in several places at the same time counts once. */
export function gapSeconds(gaps: readonly Gap[]): number {
  const spans = [...new Map(gaps.map((gap) => [`${gap.from} ${gap.to}`, gap])).values()];
  return spans.reduce((sum, gap) => sum + lengthOf(gap), 0);
}

const orMore = (count: number, places: readonly PlaceCoverage[]) =>
  `${formatCount(count)}${hasMoreGaps(places) ? "+" : ""}`;
const atLeast = (length: string, places: readonly PlaceCoverage[]) =>
  hasMoreGaps(places) ? `at least ${length}` : length;

const gapsOf = (places: readonly PlaceCoverage[]) => places.flatMap(({ gaps }) => mergeKinds(gaps));

/** The parts of '2 (12 min, 7 items)', or of '20+ (at least 12 min, 7 items)'. `detail` is null without gaps. */
export function gapsSummary(places: readonly PlaceCoverage[]): { count: string; detail: string | null } {
  const gaps = gapsOf(places);
  const items = gaps.reduce((sum, gap) => sum + (gap.items ?? 0), 0);
  const length = atLeast(soonText(gapSeconds(gaps)), places);
  const details = items > 0 ? [length, counted(items, "item")] : [length];
  return { count: orMore(gaps.length, places), detail: gaps.length === 0 ? null : details.join(", ") };
}

export function missedText({ filledAt, items }: Gap): string {
  if (filledAt !== null) return "Nothing, filled later";
  return items === null ? "Unknown" : counted(items, "item");
}

export function totals({ places }: CoverageResponse) {
  const gaps = gapsOf(places);
  const open = gaps.filter(({ filledAt }) => filledAt === null);
  return {
    readToday: places.reduce((sum, { posts, comments }) => sum + posts.itemsToday + comments.itemsToday, 0),
    missing: orMore(
      open.reduce((sum, { items }) => sum + (items ?? 0), 0),
      places,
    ),
    isPartlyUnknown: open.some(({ items }) => items === null),
    gaps: orMore(gaps.length, places),
    gapLength: gaps.length === 0 ? null : atLeast(soonText(gapSeconds(gaps)), places),
    places: places.length,
    read: places.filter(isReadable).length,
  };
}

export function sampledText({ posts, comments }: CoverageResponse["allShare"]): string {
  const percent = (share: number) =>
    share > 0 && share < 0.01 ? "under 1%" : `${formatCount(Math.floor(share * 100))}%`;
  const parts = [
    ...(posts === null ? [] : [`${percent(posts)} of new posts`]),
    ...(comments === null ? [] : [`${percent(comments)} of new comments`]),
  ];
  return parts.length === 0 ? "Sampled" : parts.join(", ");
}

interface GapRow {
  key: string;
  site: string | null;
  where: string;
  at: string;
  length: string;
  missed: string;
}

export function gapRows({ places, tooMany, tooMuchText }: CoverageResponse): GapRow[] {
  const gaps = places.flatMap((place) =>
    mergeKinds(place.gaps).map((gap) => ({
      key: `${placeKey(place)} ${gap.from} ${gap.to}`,
      site: place.site,
      where: place.label,
      at: gap.from,
      length: soonText(lengthOf(gap)),
      missed: missedText(gap),
    })),
  );
  return [
    ...gaps,
    ...tooMany.map((overflow) => overflowRow("Too many", overflow)),
    ...tooMuchText.map((overflow) => overflowRow("Too much text", overflow)),
  ].sort((a, b) => b.at.localeCompare(a.at));
}

type Overflow = CoverageResponse["tooMany" | "tooMuchText"][number];

function overflowRow(reason: string, overflow: Overflow): GapRow {
  const { watchId, keyword, day, from, missed } = overflow;
  return {
    key: `${reason} ${watchId} ${day}`,
    site: null,
    where: `"${keyword}"`,
    at: from,
    length: soonText(lengthOf(overflow)),
    missed: `${reason}: ${counted(missed, "match", "matches")} counted, not stored`,
  };
}
