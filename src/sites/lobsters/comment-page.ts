import { DomUtils, parseDocument } from "htmlparser2";
import { absoluteLinks, toMarkdown } from "../markup/markdown";

type Element = NonNullable<ReturnType<typeof DomUtils.findOne>>;

export interface Shown {
  shortId: string;
  author: string | null;
  title: string;
  /** Short id of its story. Null if unknown. */
  story: string | null;
  body: string;
  /** Time of writing or last edit (ms since the epoch). */
  shownMs: number;
  isEdited: boolean;
}

/** Tags end at the next "<", or unclosed ones would each be searched to the end of the page. */
const beginOfRow = /(?=<div\b[^<>]*\sdata-shortid=")/;
/** Above these limits, HTML is reduced to text: the parser is slow for deep elements. */
const max = { depth: 200, tags: 2_000 };

/** Null for each unreadable row, so it doesn't affect others. Null if truncated or no comment list. */
export function getRows(html: string): (Shown | null)[] | null {
  const [before = "", ...rows] = html.split(beginOfRow);
  const isWhole = /<\/html>\s*$/i.test(rows.at(-1) ?? before);
  return isWhole && /<ol [^<>]*\bcomments\b/.test(before) ? rows.map(getRow) : null;
}

function getRow(source: string): Shown | null {
  const html = isTooMuch(source) ? withPlainText(source) : source;
  const tree = parseDocument(html, { withStartIndices: true, withEndIndices: true });
  const node = DomUtils.findOne((element) => "data-shortid" in element.attribs, tree.children);
  const shortId = node?.attribs["data-shortid"] ?? "";
  const [byline] = DomUtils.getElementsByClassName("byline", node ?? []);
  const [text] = DomUtils.getElementsByClassName("comment_text", node ?? []);
  const shownMs = byline === undefined ? null : getTime(byline);
  if (!/^[0-9a-z]{1,16}$/.test(shortId) || byline === undefined || text === undefined || shownMs === null)
    return null;
  const links = DomUtils.getElementsByTagName("a", byline).map((link) => ({
    href: link.attribs.href ?? "",
    shown: DomUtils.textContent(link),
  }));
  const content = html.slice(text.firstChild?.startIndex ?? 0, (text.lastChild?.endIndex ?? -1) + 1);
  return {
    shortId,
    author: firstOf(links, ({ href }) => /^\/(?:~|u\/)([\w-]+)$/.exec(href)?.[1]),
    title: firstOf(links, ({ href, shown }) => (/^\/s\/[^#]+$/.test(href) ? shown : undefined)) ?? "",
    story: firstOf(links, ({ href }) => /^\/s\/([0-9a-z]{1,16})(?:\/|$)/.exec(href)?.[1]),
    body: convertToMarkdown(content),
    shownMs,
    isEdited: /\bedited\b/.test(textWithoutLinks(byline)),
  };
}

export function convertToMarkdown(html: string): string {
  return toMarkdown(html, absoluteLinks).markdown;
}

function isTooMuch(html: string): boolean {
  let depth = 0;
  let tags = 0;
  for (const [, end] of html.matchAll(/<(\/?)(?!br\b|hr\b|img\b|input\b)[a-z][^<>]*>/gi)) {
    depth += end === "/" ? -1 : 1;
    tags += 1;
    if (depth > max.depth || tags > max.tags) return true;
  }
  return false;
}

function withPlainText(html: string): string {
  const [head = "", ...text] = html.split(/(?<=class="comment_text">)/);
  return head + text.join("").replace(/<[^<>]*>/g, " ");
}

function firstOf<T, U>(all: readonly T[], pick: (one: T) => U | undefined): U | null {
  for (const one of all) {
    const picked = pick(one);
    if (picked !== undefined) return picked;
  }
  return null;
}

/** Reads the Unix time, or else the date with its zone. Returns null for dates without a zone. */
function getTime(byline: Element): number | null {
  const node = DomUtils.findOne(({ attribs }) => spokenMs(attribs) !== null, byline.children);
  return node === null ? null : spokenMs(node.attribs);
}

const clockAndZone = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d) ?([+-]\d\d):?(\d\d)$/;

function spokenMs({ title = "", "data-at-unix": unix = "" }: Element["attribs"]): number | null {
  if (/^\d{9,11}$/.test(unix)) return Number(unix) * 1_000;
  const [, day, clock, hours, minutes] = clockAndZone.exec(title) ?? [];
  const ms = Date.parse(`${day}T${clock}${hours}:${minutes}`);
  return Number.isNaN(ms) ? null : ms;
}

function textWithoutLinks(node: Element): string {
  const own = (child: Element["children"][number]): string => {
    if (DomUtils.isText(child)) return child.data;
    return DomUtils.isTag(child) && child.name !== "a" ? child.children.map(own).join(" ") : " ";
  };
  return own(node);
}
