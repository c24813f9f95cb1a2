import type { AlertContent } from "@/domain/delivery/message";
import { type ReadItem, watchesOfAnItem } from "./alert-content";
import { noisyMatches } from "@/domain/delivery/noisy-keywords";
import { burstText } from "@/domain/delivery/realtime";
import { quietText } from "@/domain/delivery/silence";
import { localTime } from "./local-time";
import { snippet, type Segment } from "@/domain/text/snippet";
import { oneLine } from "./one-line";
import { cut, figure, getHeading, howOften, listed, times } from "./words";
import type { MailOperator } from "./operator";

export type { Segment } from "@/domain/text/snippet";

export interface AlertSetting {
  now: Date;
  timeZone: string;
  links: { notifications: string; watches: string; settings: string; unsubscribe: string };
  operator: MailOperator;
}

export interface AlertEntry {
  time: string;
  /** Null on the day of the email. */
  day: string | null;
  place: string;
  source: string;
  title: Segment[];
  excerpt: Segment[];
  url: string;
  linkLabel: string;
  /** The mention in Earshot. Null in shortened emails. */
  mentionUrl: string | null;
  /** Other places with the same story, each listed once. Without a URL, only the name is shown. */
  elsewhere: { place: string; url: string | null }[];
}

export interface AlertView extends Omit<AlertSetting, "now" | "timeZone"> {
  heading: string;
  preview: string;
  intro: Segment[];
  notes: string[];
  /** Noisy keywords, with advice on their watches. Null if no keyword is noisy. */
  noisy: string | null;
  entries: AlertEntry[];
  more: string;
  howOften: string;
  mutes: { keyword: string; url: string }[];
}

/** Number of items, and lengths in characters. Longer URLs become the link to all notifications. */
export interface AlertSize {
  items: number;
  excerpt: number;
  /** Default: 2,000. */
  url?: number;
}

/** The first items have long excerpts, the others (in characters) just enough to decide. */
const fullExcerpts = 5;
const shortExcerpt = 100;
const titleLength = 200;
const maxUrl = 2_000;
const namedKeywords = 6;
const namedPlaces = 6;
const namedNoisy = 3;
/** Each mute link has a URL. */
const mutedKeywords = 3;
/** Longer URLs would use the space of other items. */
const maxAddressLength = 300;

/** The contents of an alert or digest, as text and marks. Both parts of the email are rendered from it. */
export function alertView(
  content: Omit<AlertContent, "items"> & { items: readonly ReadItem[] },
  setting: AlertSetting,
  size: AlertSize,
): AlertView {
  const { now, timeZone, links, operator } = setting;
  const today = localTime(now, timeZone).day;
  const shown = content.items.slice(0, size.items);
  const entries = shown.map((item, at) => {
    const length = at < fullExcerpts ? size.excerpt : Math.min(size.excerpt, shortExcerpt);
    const mentionUrl =
      size.url === undefined ? `${links.notifications}/${encodeURIComponent(item.fullname)}` : null;
    const entry = { ...getEntry(item, timeZone, today, length), mentionUrl };
    return item.url.length <= (size.url ?? maxUrl)
      ? entry
      : { ...entry, url: links.notifications, linkLabel: "Open" };
  });
  const left = content.total - entries.length;
  return {
    heading: getHeading(content),
    preview: `${oneLine(shown[0]?.title ?? "")}${content.total > 1 ? `, and ${figure(content.total - 1)} more.` : ""}`,
    intro: introOf(content, timeZone, today),
    notes: [
      ...waitNotes(content),
      ...(left > 0 ? [`Showing the latest ${entries.length} of ${figure(content.total)}.`] : []),
    ],
    noisy: getNoisy(content),
    entries,
    more: left > 0 ? `See all ${figure(content.total)} matches` : "See all notifications",
    howOften: howOften[content.frequency],
    mutes: getMutes(content),
    links,
    operator,
  };
}

export function getMutes({ keywords }: Pick<AlertContent, "keywords">): AlertView["mutes"] {
  const named = keywords.slice(0, mutedKeywords);
  return named.flatMap(({ keyword, muteUrl: url }) =>
    url === undefined ? [] : [{ keyword: oneLine(keyword), url }],
  );
}

/** Explains the delay if the alert waited for the end of quiet hours or followed a burst. */
export function waitNotes({
  keywords,
  isAfterQuiet,
}: Pick<AlertContent, "keywords" | "isAfterQuiet">): string[] {
  const isInDigest = keywords.some((keyword) => keyword.isInDigest);
  return [...(isAfterQuiet === true ? [quietText] : []), ...(isInDigest ? [burstText] : [])];
}

function getNoisy({ keywords }: AlertContent): string | null {
  const noisy = keywords.filter(({ isNoisy }) => isNoisy).map(({ keyword }) => `“${oneLine(keyword)}”`);
  if (noisy.length === 0) return null;
  return `More than ${figure(noisyMatches)} matches in a day for ${listed(noisy, namedNoisy)}.`;
}

function introOf(
  { keywords, items, frequency, total }: AlertContent,
  timeZone: string,
  today: string,
): Segment[] {
  const newest = items[0] === undefined ? null : localTime(items[0].matchedAt, timeZone);
  const isToday = frequency === "realtime" && newest?.day === today;
  const segments: Segment[] = [
    { text: isToday ? `Matched today at ${newest.time}: ` : "Matched: ", isHeard: false },
  ];
  const named = keywords.slice(0, namedKeywords);
  const unnamed = keywords.length - named.length;
  named.forEach(({ keyword, count }, index) => {
    const isLast = index === named.length - 1 && unnamed === 0;
    if (index > 0) segments.push({ text: isLast ? " and " : ", ", isHeard: false });
    segments.push({ text: oneLine(keyword), isHeard: true });
    if (total > 1) segments.push({ text: ` ${times(count)}`, isHeard: false });
  });
  segments.push({ text: unnamed > 0 ? ` and ${figure(unnamed)} more keywords.` : ".", isHeard: false });
  return segments;
}

function getEntry(
  item: ReadItem,
  timeZone: string,
  today: string,
  excerptLength: number,
): Omit<AlertEntry, "mentionUrl"> {
  const { time, day } = localTime(item.matchedAt, timeZone);
  return {
    time,
    day: day === today ? null : day,
    place: cut(item.place),
    source: getSource(item),
    title: snippet(item.title, item.titleSpans, titleLength),
    excerpt: excerptLength > 0 && item.text !== "" ? snippet(item.text, item.textSpans, excerptLength) : [],
    url: item.url,
    linkLabel: item.where === null ? `Open ${item.kind}` : `Open on ${item.where}`,
    elsewhere: getOtherPlaces(item, excerptLength > 0),
  };
}

function getOtherPlaces({ elsewhere = [] }: ReadItem, isLinked: boolean): AlertEntry["elsewhere"] {
  const places = [...new Map(elsewhere.map((one) => [cut(oneLine(one.place)), one.url])).entries()];
  const left = places.length - namedPlaces;
  const named = places.slice(0, namedPlaces).map(([place, url]) => ({
    place,
    url: isLinked && url.length <= maxAddressLength ? url : null,
  }));
  return left > 0 ? [...named, { place: `${figure(left)} more`, url: null }] : named;
}

function getSource({ kind, author, over18, matches }: ReadItem): string {
  const names = [...new Set(matches.map(({ keyword }) => `“${oneLine(keyword)}”`))];
  const by = author === null ? "" : ` by ${cut(author)}`;
  const watches = matches.length > 1 ? ` · matched by ${listed(names, watchesOfAnItem)}` : "";
  return `\u00a0 ${kind}${by}${over18 ? " · NSFW" : ""}${watches}`;
}
