import { soonText } from "@/domain/time/delay-text";
import { counted } from "@/domain/text/counted";
import { formatDay, formatTime, localDay } from "@/domain/time/moment";
import type { Reader, WeekContent } from "@/domain/delivery/message";
import { receiptText } from "@/domain/text/receipt-text";
import { zonedTime } from "@/domain/time/zoned-time";
import { oneLine } from "./one-line";
import { cut, figure, matches } from "./words";

interface ComparedRow {
  name: string;
  count: string;
  difference: string;
  /** Percentage of the table's largest count, at least 1. */
  share: number;
}

export interface WeekView {
  subject: string;
  heading: string;
  intro: string;
  figures: { value: string; label: string }[];
  tables: { title: string; isHighlighted: boolean; rows: ComparedRow[] }[];
  threads: { title: string; url: string; place: string; count: string; day: string }[];
  missed: { title: string; text: string }[];
  missedTitle: string;
  receipt: string;
  starred: number;
  /** The most frequent keyword with rarely opened matches, or null. */
  ignored: { keyword: string; text: string; watchId: string | null } | null;
}

export interface WeekLinks {
  notifications: string;
  starred: string;
  narrowing: string;
  keywords: string;
  settings: string;
  stop: string;
}

const dayMs = 86_400_000;
/** A keyword counts as ignored with at least this many matches and a smaller share of opened ones. */
const [ignoredCount, ignoredShare] = [100, 0.1];
const subjectKeywords = 3;

export function weekView(week: WeekContent, { timeZone }: Pick<Reader, "timeZone">): WeekView {
  const first = localDay(week.from, timeZone);
  const last = localDay(new Date(week.to.getTime() - dayMs / 2), timeZone);
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  const from = isOneMonth ? String(Number(first.slice(8))) : formatDay(first);
  const opened = week.opened === 0 ? "" : ` You opened ${figure(week.opened)} of them`;
  const starred =
    week.starred === 0 ? "" : `${opened === "" ? " You" : " and"} starred ${figure(week.starred)}`;
  const missed = [
    ...gapsOf(week, timeZone),
    ...unreadOf(week, timeZone),
    ...overflowsOf(week),
    ...failuresOf(week),
  ];
  return {
    subject: getSubject(week),
    heading: `Your week, ${from} to ${formatDay(last)}`,
    intro: `${matches(week.total.count)}, ${comparedToPreviousWeek(week.total)}.${opened}${starred}${opened + starred === "" ? "" : "."}`,
    figures: figuresOf(week),
    tables: [
      { title: "By keyword", isHighlighted: true, rows: getRows(week.keywords, ({ keyword }) => keyword) },
      { title: "By place", isHighlighted: false, rows: getRows(week.places, ({ place }) => place) },
    ].filter(({ rows }) => rows.length > 0),
    threads: week.threads.map(({ title, url, place, count, at }) => ({
      title: oneLine(title),
      url,
      place: oneLine(place),
      count: matches(count),
      day: weekdays[zonedTime(at, timeZone).dayOfWeek - 1]!,
    })),
    missedTitle: missed.length === 0 ? "Nothing missed" : "What we missed, and why",
    missed,
    receipt: receiptText(week.receipt),
    starred: week.starred,
    ignored: ignoredOf(week),
  };
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** For example '19 for “late payments”, 311 for “invoice software”'. The rarest keywords come first. */
function getSubject({ keywords, keywordCount }: WeekContent): string {
  const named = keywords
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => one.count - other.count)
    .slice(0, subjectKeywords)
    .map(({ keyword, count }) => `${figure(count)} for “${oneLine(keyword)}”`);
  const others = keywordCount > named.length ? ` and ${figure(keywordCount - named.length)} more` : "";
  return cut(`Your week: ${named.length === 0 ? "no matches" : named.join(", ")}${others}`);
}

function figuresOf({ total, delay, readShare }: WeekContent): WeekView["figures"] {
  const word = total.count === 1 ? "match" : "matches";
  const matchedKeywords = {
    value: figure(total.count),
    label: `${word} (previous week: ${figure(total.before)})`,
  };
  const soon = delay === null ? [] : [{ value: soonText(delay), label: "from post to match" }];
  // Rounded down, so 99.99% isn't shown as 100%.
  const read =
    readShare === null
      ? []
      : [{ value: `${Math.floor(readShare * 1_000) / 10}%`, label: "coverage of your places" }];
  return [matchedKeywords, ...soon, ...read];
}

function ignoredOf({ keywords }: WeekContent): WeekView["ignored"] {
  const [max] = keywords
    .filter(({ count, opened }) => count >= ignoredCount && opened < count * ignoredShare)
    .toSorted((one, other) => other.count - one.count);
  if (max === undefined) return null;
  const { keyword, count, opened, watchId } = max;
  const read = opened === 0 ? "you didn't open any" : `you opened ${figure(opened)}`;
  return { keyword: oneLine(keyword), text: `had ${matches(count)} and ${read}.`, watchId };
}

export function getNextPath({ starred }: WeekView, links: WeekLinks): { href: string; label: string } {
  if (starred === 0) return { href: links.notifications, label: "Read your notifications" };
  const which = starred === 1 ? "starred match" : `${figure(starred)} starred matches`;
  return { href: links.starred, label: `Read your ${which}` };
}

function getRows<T extends { count: number; before: number }>(
  all: readonly T[],
  nameOf: (one: T) => string,
): ComparedRow[] {
  const max = Math.max(1, ...all.map(({ count }) => count));
  return all.map((one) => ({
    name: oneLine(nameOf(one)),
    count: figure(one.count),
    difference: differenceOf(one),
    share: Math.max(1, Math.round((100 * one.count) / max)),
  }));
}

function differenceOf({ count, before }: { count: number; before: number }): string {
  if (count === before) return "same";
  return `${count > before ? "+" : "−"}${figure(Math.abs(count - before))}`;
}

function comparedToPreviousWeek({ count, before }: { count: number; before: number }): string {
  if (count === before) return "same as the previous week";
  return `${figure(Math.abs(count - before))} ${count > before ? "more" : "fewer"} than the previous week`;
}

function gapsOf({ gaps }: WeekContent, timeZone: string): WeekView["missed"] {
  return gaps.map(({ place, fromAt, toAt, count, isFilled }) => ({
    title: `${oneLine(place)}, ${count === 1 ? "" : `${counted(count, "gap")} from `}${getSpan(fromAt, toAt, timeZone)}`,
    text: isFilled
      ? "We couldn't read everything at the time, but have since caught up."
      : "We couldn't read everything at the time, and the site no longer shows those posts.",
  }));
}

/** '14:03 to 14:10 on 19 November', or '23:50 on 19 November to 00:10 on 20 November'. */
function getSpan(from: Date, to: Date, timeZone: string): string {
  const [first, last] = [localDay(from, timeZone), localDay(to, timeZone)];
  const day = first === last ? "" : ` on ${formatDay(first)}`;
  return `${formatTime(from, timeZone)}${day} to ${formatTime(to, timeZone)} on ${formatDay(last)}`;
}

function unreadOf({ unread }: WeekContent, timeZone: string): WeekView["missed"] {
  return unread.map(({ place, since, reason, isOff }) => ({
    title: `${oneLine(place)}, since ${formatTime(since, timeZone)} on ${formatDay(localDay(since, timeZone))}`,
    text: isOff
      ? "This server doesn't read this site anymore. Remove the place from your keywords if you don't need it."
      : `${reason === null ? "We couldn't read it" : oneLine(reason)}. We'll keep trying; see your keywords for the current status.`,
  }));
}

function overflowsOf({ overflows }: WeekContent): WeekView["missed"] {
  return overflows.map(({ keyword, day, missed }) => ({
    title: `“${oneLine(keyword)}”, ${formatDay(day)}`,
    text: `${matches(missed)} over your plan's daily limit: counted but not recorded.`,
  }));
}

function failuresOf({ failures }: WeekContent): WeekView["missed"] {
  return failures.map(({ name, count, failure }) => ({
    title: `${oneLine(name)}, ${counted(count, "message")}`,
    text:
      failure === null
        ? `${count === 1 ? "It" : "They"} couldn't be delivered. The matches are in your notifications.`
        : `Response: “${oneLine(failure)}”. The matches are in your notifications.`,
  }));
}
