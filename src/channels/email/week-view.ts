import { counted } from "@/domain/counted";
import { formatDay, formatTime, localDay } from "@/domain/moment";
import type { Reader, WeekContent } from "@/domain/message";
import { oneLine } from "./one-line";
import { figure, matches, times } from "./words";

/** A line of a table: what it is of, how often, and how that differs from the week before. */
interface ComparedRow {
  name: string;
  count: string;
  difference: string;
  /** Of the largest in its table, percent; at least 1. */
  share: number;
}

export interface WeekView {
  heading: string;
  intro: string;
  tables: { title: string; rows: ComparedRow[] }[];
  threads: { title: string; url: string; source: string }[];
  /** What was missed and why, and what could not be sent. */
  missed: { title: string; text: string }[];
  missedTitle: string;
}

/** Where a report leads. */
export interface WeekLinks {
  notifications: string;
  settings: string;
  unsubscribe: string;
}

const dayMs = 86_400_000;

/** A week as its mail tells it, with all that strangers wrote on one line each. */
export function weekView(week: WeekContent, { timeZone }: Pick<Reader, "timeZone">): WeekView {
  const first = localDay(week.from, timeZone);
  const last = localDay(new Date(week.to.getTime() - dayMs / 2), timeZone);
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  const from = isOneMonth ? String(Number(first.slice(8))) : formatDay(first);
  const opened = week.opened === 0 ? "" : ` You opened ${figure(week.opened)}`;
  const starred =
    week.starred === 0 ? "" : `${opened === "" ? " You" : " and"} starred ${figure(week.starred)}`;
  const missed = [...gapsOf(week, timeZone), ...overflowsOf(week), ...failuresOf(week)];
  return {
    heading: `Your week, ${from} to ${formatDay(last)}`,
    intro: `${matches(week.total.count)}, ${besideBefore(week.total)}.${opened}${starred}${opened + starred === "" ? "" : "."}`,
    tables: [
      { title: "By keyword", rows: rowsOf(week.keywords, ({ keyword }) => keyword) },
      { title: "By place", rows: rowsOf(week.places, ({ place }) => place) },
    ].filter(({ rows }) => rows.length > 0),
    threads: week.threads.map(({ title, url, place, count }) => ({
      title: oneLine(title),
      url,
      source: `${oneLine(place)}, ${matches(count)}`,
    })),
    missedTitle: missed.length === 0 ? "Nothing was missed" : "What was missed, and why",
    missed,
  };
}

function rowsOf<T extends { count: number; before: number }>(
  all: readonly T[],
  nameOf: (one: T) => string,
): ComparedRow[] {
  const most = Math.max(1, ...all.map(({ count }) => count));
  return all.map((one) => ({
    name: oneLine(nameOf(one)),
    count: figure(one.count),
    difference: differenceOf(one),
    share: Math.max(1, Math.round((100 * one.count) / most)),
  }));
}

/** '+8', '−4' or 'same'. */
function differenceOf({ count, before }: { count: number; before: number }): string {
  if (count === before) return "same";
  return `${count > before ? "+" : "−"}${figure(Math.abs(count - before))}`;
}

function besideBefore({ count, before }: { count: number; before: number }): string {
  if (count === before) return "as many as the week before";
  return `${figure(Math.abs(count - before))} ${count > before ? "more" : "fewer"} than the week before`;
}

function gapsOf({ gaps }: WeekContent, timeZone: string): WeekView["missed"] {
  return gaps.map(({ place, fromAt, toAt, isFilled }) => ({
    title: `${oneLine(place)}, ${formatTime(fromAt, timeZone)} to ${formatTime(toAt, timeZone)} on ${formatDay(localDay(toAt, timeZone))}`,
    text: isFilled
      ? "It could not be read completely then. All of it was read later."
      : "It could not be read completely then, and the site no longer shows what was written.",
  }));
}

function overflowsOf({ overflows }: WeekContent): WeekView["missed"] {
  return overflows.map(({ keyword, day, missed }) => ({
    title: `“${oneLine(keyword)}”, ${formatDay(day)}`,
    text: `${matches(missed)} more than your plan records in a day: counted, and not kept.`,
  }));
}

function failuresOf({ failures }: WeekContent): WeekView["missed"] {
  return failures.map(({ name, count, failure }) => ({
    title: `${oneLine(name)}, ${counted(count, "message")}`,
    text:
      failure === null
        ? `It failed ${times(count)}. The matches are in your notifications.`
        : `Its receiver said: “${oneLine(failure)}”. The matches are in your notifications.`,
  }));
}
