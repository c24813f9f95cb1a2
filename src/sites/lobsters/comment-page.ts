import type { Element, ElementContent, Root } from "hast";
import rehypeRaw from "rehype-raw";
import { unified } from "unified";
import { EXIT, visit } from "unist-util-visit";
import { getText, toMarkdown } from "./markup";

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

const parser = unified().use(rehypeRaw).freeze();
const beginOfRow = /(?=<div\b[^>]*\sdata-shortid=")/;
/** Above these limits, HTML is reduced to text: the parser is recursive, and elements are slow. */
const max = { depth: 200, tags: 2_000 };

/** Null for each unreadable row, so it doesn't affect others. Null if truncated or no comment list. */
export function getRows(html: string): (Shown | null)[] | null {
  const [before = "", ...rows] = html.split(beginOfRow);
  const isWhole = /<\/html>\s*$/i.test(rows.at(-1) ?? before);
  return isWhole && /<ol [^>]*\bcomments\b/.test(before) ? rows.map(readRow) : null;
}

function readRow(html: string): Shown | null {
  try {
    return getRow(html);
  } catch {
    return null;
  }
}

function getRow(html: string): Shown | null {
  const value = isTooMuch(html) ? withPlainText(html) : html;
  const tree = parser.runSync({ type: "root", children: [{ type: "raw", value }] });
  const node = findOne(tree, ({ properties }) => typeof properties.dataShortid === "string");
  if (node === null) return null;
  const shortId = String(node.properties.dataShortid);
  const byline = findOne(node, (element) => hasClass(element, "byline"));
  const text = findOne(node, (element) => hasClass(element, "comment_text"));
  const shownMs = byline === null ? null : getTime(byline);
  if (!/^[0-9a-z]{1,16}$/.test(shortId) || byline === null || text === null || shownMs === null) return null;
  const links = getLinks(byline);
  return {
    shortId,
    author: firstOf(links, ({ href }) => /^\/(?:~|u\/)([\w-]+)$/.exec(href)?.[1]),
    title: firstOf(links, ({ href, shown }) => (/^\/s\/[^#]+$/.test(href) ? shown : undefined)) ?? "",
    story: firstOf(links, ({ href }) => /^\/s\/([0-9a-z]{1,16})(?:\/|$)/.exec(href)?.[1]),
    body: toMarkdown(text.children),
    shownMs,
    isEdited: /\bedited\b/.test(textWithoutLinks(byline)),
  };
}

export function convertToMarkdown(html: string): string {
  const value = isTooMuch(html) ? html.replace(/<[^<>]*>/g, " ") : html;
  const tree = parser.runSync({ type: "root", children: [{ type: "raw", value }] });
  return toMarkdown(tree.children.filter((node) => node.type !== "doctype"));
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

function getLinks(byline: Element): { href: string; shown: string }[] {
  const links: { href: string; shown: string }[] = [];
  visit(byline, "element", (node) => {
    if (node.tagName === "a") links.push({ href: String(node.properties.href ?? ""), shown: getText(node) });
  });
  return links;
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
  const node = findOne(byline, ({ properties }) => spokenMs(properties) !== null);
  return node === null ? null : spokenMs(node.properties);
}

const clockAndZone = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d) ?([+-]\d\d):?(\d\d)$/;

function spokenMs({ dataAtUnix, title }: Element["properties"]): number | null {
  if (/^\d{9,11}$/.test(String(dataAtUnix))) return Number(dataAtUnix) * 1_000;
  const [, day, clock, hours, minutes] = clockAndZone.exec(String(title)) ?? [];
  const ms = Date.parse(`${day}T${clock}${hours}:${minutes}`);
  return Number.isNaN(ms) ? null : ms;
}

function textWithoutLinks(node: Element): string {
  const own = (child: ElementContent): string => {
    if (child.type === "text") return child.value;
    return child.type === "element" && child.tagName !== "a" ? child.children.map(own).join(" ") : " ";
  };
  return own(node);
}

function hasClass({ properties: { className } }: Element, name: string): boolean {
  return Array.isArray(className) && className.includes(name);
}

function findOne(tree: Element | Root, isIt: (node: Element) => boolean): Element | null {
  let found: Element | null = null;
  visit(tree, "element", (node) => {
    if (!isIt(node)) return undefined;
    found = node;
    return EXIT;
  });
  return found;
}
