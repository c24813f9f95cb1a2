import type { AlertContent, MatchedItem, Message } from "@/domain/delivery/message";
import { snippet, type Segment } from "@/domain/text/snippet";
import { env } from "@/env";
import { readItem } from "../email/alert-content";
import { getMutes, waitNotes } from "../email/alert-view";
import { oneLine } from "../email/one-line";
import { figure, listed, matches } from "../email/words";
import { cut, harmless, isolated } from "./words";

export interface ShownItem {
  id: string;
  kind: MatchedItem["kind"];
  title: Segment[];
  excerpt: Segment[];
  url: string;
  place: string;
  author: string | null;
  over18: boolean;
  matchedAt: Date;
  /** Verbatim, because programs identify matches by them. */
  keywords: string[];
}

export interface MessageView {
  isTest: boolean;
  heading: string;
  items: ShownItem[];
  total: number;
  notes: string[];
  mutes: { keyword: string; url: string }[];
  links: { notifications: string; settings: string };
}

const titleLength = 200;
const namedKeywords = 3;
const maxKeywordLength = 60;
const maxNameLength = 80;

/** Limits excerpts to `excerpt` characters. Throws for message types these channels don't send. */
export function getView(message: Message, excerpt: number): MessageView {
  const { APP_URL } = env();
  const links = { notifications: `${APP_URL}/notifications`, settings: `${APP_URL}/settings#channels` };
  if (message.about === "test") {
    const nothing = { items: [], total: 0, notes: [], mutes: [] };
    return { isTest: true, heading: "Test message from Earshot", ...nothing, links };
  }
  if (message.about !== "matches") throw new Error("receivers only get matches and tests");
  const { content } = message;
  return {
    isTest: false,
    heading: getHeading(content),
    items: content.items.map((item) => shownOf(item, excerpt)),
    total: content.total,
    notes: waitNotes(content),
    mutes: getMutes(content).map(({ keyword, url }) => ({ keyword: named(keyword), url })),
    links,
  };
}

export const testText = "This destination works. Matches from your watches will arrive here.";

export function restText({ total }: MessageView, shown: number): string | null {
  return total > shown ? `and ${figure(total - shown)} more` : null;
}

export function muteText(keyword: string): string {
  return `Mute “${isolated(keyword)}” until tomorrow`;
}

/** Labels a retry or a replay, which might be a duplicate. */
export const repeatedText = "Resent. You might have received this already.";

export function getSource({ kind, place, author, over18 }: ShownItem): string {
  const by = author === null ? "" : ` by ${isolated(cut(author, maxNameLength))}`;
  return `${isolated(cut(place, maxNameLength))}, ${kind}${by}${over18 ? ", NSFW" : ""}`;
}

/** The title as plain text; without a title, a label for the link. */
export function getTitle({ title, kind }: ShownItem): string {
  return isolated(written(title)) || `Open ${kind}`;
}

export function getExcerpt({ excerpt }: ShownItem): Segment[] {
  const text = written(excerpt);
  const whole = isolated(text);
  if (whole === text) return excerpt;
  const edges = [whole.slice(0, 1), whole.slice(-1)].map((mark) => ({ text: mark, isHeard: false }));
  return [edges[0]!, ...excerpt, edges[1]!];
}

function getHeading({ total, keywords }: AlertContent): string {
  const names = keywords.map(({ keyword }) => `“${isolated(named(keyword))}”`);
  const what = total === 1 ? "New match" : `${matches(total).replace(" match", " new match")}`;
  return `${what} for ${listed(names, namedKeywords)}`;
}

function named(keyword: string): string {
  return cut(harmless(oneLine(keyword)), maxKeywordLength);
}

function shownOf(input: MatchedItem, excerpt: number): ShownItem {
  const item = readItem(input);
  const clean = (segments: Segment[]) =>
    segments.map(({ text, isHeard }) => ({ text: text.toWellFormed().replace(steered, " "), isHeard }));
  return {
    id: item.fullname,
    kind: item.kind,
    title: clean(snippet(item.title, item.titleSpans, titleLength)),
    excerpt: item.text === "" ? [] : clean(snippet(item.text, item.textSpans, excerpt)),
    url: item.url,
    place: harmless(item.place),
    author: item.author === null ? null : harmless(item.author),
    over18: item.over18,
    matchedAt: item.matchedAt,
    keywords: [...new Set(item.matches.map(({ keyword }) => keyword))],
  };
}

/** Like `harmless`, but character by character, to keep the spaces around marks. */
const steered = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

const same = (text: string) => text;

/** Joins segments to text. Matches are formatted with `mark`, the rest with `escape`. */
export function written(
  segments: readonly Segment[],
  escape: (text: string) => string = same,
  mark: (text: string) => string = escape,
): string {
  return segments.map(({ text, isHeard }) => (isHeard ? mark(text) : escape(text))).join("");
}
