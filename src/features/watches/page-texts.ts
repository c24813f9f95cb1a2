import type { WatchStatsResponse } from "@/contract/stats";
import type { WatchView } from "@/contract/watch";
import { counted } from "@/domain/text/counted";
import { frequencyTexts } from "@/domain/delivery/frequency-texts";
import { formatDay, localDay } from "@/domain/time/moment";
import { isMuted, mutedText } from "@/domain/delivery/muted";

type Stats = WatchStatsResponse["stats"];

export function settingsInWords(
  watch: WatchView,
  destinations: readonly string[],
  now: Date,
  timeZone: string,
): { reads: string; alerts: string; spikes: string; muted: string } {
  const { mutedUntil } = watch;
  return {
    reads: readsText(watch.filters),
    alerts: alertsText(watch.notificationSettings, destinations),
    spikes: watch.notificationSettings.spikeNotification
      ? "By email, at most once a day"
      : "Shown on this page only",
    muted:
      mutedUntil !== null && isMuted(mutedUntil, now)
        ? `Yes, ${mutedText(mutedUntil, now, timeZone)}. Matches appear here, but you won't get alerts.`
        : "No",
  };
}

function readsText(filters: WatchView["filters"]): string {
  const { includePosts, includeComments, matchTitlesOnly, wholeWordOnly, caseSensitive } = filters;
  const kinds = includePosts && includeComments ? "Posts and comments" : includePosts ? "Posts" : "Comments";
  return [
    kinds,
    ...(matchTitlesOnly ? ["titles only"] : []),
    wholeWordOnly ? "whole words" : "including parts of words",
    ...(caseSensitive ? ["case-sensitive"] : []),
  ].join(", ");
}

function alertsText(settings: WatchView["notificationSettings"], destinations: readonly string[]): string {
  const email = settings.emailNotification ? `email: ${frequencyTexts[settings.frequency].label}` : null;
  const own = [...destinations, ...(email === null ? [] : [email])];
  const text = own.length === 0 ? "Same as your settings" : own.join("; ");
  const where = settings.browserNotification ? "shown in the browser" : "not shown in the browser";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}; ${where}`;
}

export function headText({ isActive, createdAt }: WatchView, { daily }: Stats, timeZone: string): string {
  const since = isActive ? `Active since ${formatDay(localDay(new Date(createdAt), timeZone))}` : "Paused";
  return `${since}, ${counted(sum(daily), "match", "matches")} in the last ${daily.length} days`;
}

export function weekBefore(daily: Stats["daily"]): number {
  const today = daily.at(-1);
  if (today === undefined) return 0;
  const ofThisWeek = ((new Date(`${today.date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
  return sum(daily.slice(-ofThisWeek - 7, -ofThisWeek));
}

export function sum(counts: readonly { count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const minMatches = 5;

/** Two hours, or one if its neighbor is empty: 'Tuesdays, 16:00 to 18:00'. Null for too few matches. */
export function busiestText(hours: Stats["hours"]): string | null {
  let max = { count: 0, day: 0, hour: 0 };
  for (const [day, counts] of hours.entries()) {
    for (let hour = 0; hour < counts.length - 1; hour++) {
      const count = counts[hour]! + counts[hour + 1]!;
      if (count > max.count) max = { count, day, hour };
    }
  }
  const all = hours.flat().reduce((sum, count) => sum + count, 0);
  if (all < minMatches) return null;
  const isHeard = (hour: number) => hours[max.day]![hour]! > 0;
  const from = isHeard(max.hour) ? max.hour : max.hour + 1;
  const to = isHeard(max.hour + 1) ? max.hour + 2 : max.hour + 1;
  return `${weekdays[max.day]!}s, ${from}:00 to ${to}:00`;
}

export function matchesPath(
  { keyword, kind }: Pick<WatchView, "keyword" | "kind">,
  hasSearch: boolean,
): `/notifications?${string}` {
  if (kind === "thread") return "/notifications?status=following";
  const params = new URLSearchParams({ status: "all", ...(hasSearch && { keyword }) });
  return `/notifications?${params.toString()}`;
}
