import { escapeHtml, inlineHtml } from "./inline";

/** HTML of a block, and the index of the line after it. */
interface Block {
  html: string;
  next: number;
}

type Parser = (lines: readonly string[], at: number, depth: number) => Block | null;

/** Deeper nesting is left as text, to avoid a stack overflow with 5,000 nested quotes. */
const deepest = 100;

const item = /^( {0,3})(?:[*+-]|(\d+)[.)])[ \t]+(?=\S)/;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const quote = /^ {0,3}>(?!!.*!<)/;
const heading = /^ {0,3}(#{1,6})[ \t]*(.+?)[ \t]*#*$/;
const divider = /^ {0,3}\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$/;

const isBlank = (line: string | undefined) => line === undefined || line.trim() === "";

/** Converts Markdown to HTML like Reddit's renderer, in a comment's wrapper. */
export function commentHtml(markdown: string): string {
  return `<div class="md">${toBlocks(markdown.replace(/\r\n?/g, "\n").split("\n"), 0)}</div>`;
}

/** HTML in a post's wrapper. Null for an empty text, as on Reddit. */
export function postHtml(markdown: string): string | null {
  return markdown === "" ? null : `<!-- SC_OFF -->${commentHtml(markdown)}<!-- SC_ON -->`;
}

function toBlocks(lines: readonly string[], depth: number): string {
  const blocks: string[] = [];
  let at = 0;
  while (at < lines.length) {
    if (isBlank(lines[at])) {
      at += 1;
      continue;
    }
    const block = parsers.reduce<Block | null>((found, parse) => found ?? parse(lines, at, depth), null);
    const read = block ?? paragraph(lines, at);
    blocks.push(read.html);
    at = read.next;
  }
  return blocks.join("\n");
}

const code: Parser = (lines, at) => {
  const indent = /^(?: {4}|\t)/;
  if (!indent.test(lines[at] ?? "")) return null;
  let next = at;
  while (next < lines.length && (indent.test(lines[next] ?? "") || isBlank(lines[next]))) next += 1;
  const text = lines.slice(at, next).map((line) => line.replace(indent, ""));
  return { html: `<pre><code>${escapeHtml(text.join("\n").trimEnd())}\n</code></pre>\n`, next };
};

const hr: Parser = (lines, at) => (rule.test(lines[at] ?? "") ? { html: "<hr/>\n", next: at + 1 } : null);

const title: Parser = (lines, at) => {
  const [, signs = "", text = ""] = heading.exec(lines[at] ?? "") ?? [];
  if (signs === "") return null;
  return { html: `<h${signs.length}>${inlineHtml(text)}</h${signs.length}>\n`, next: at + 1 };
};

/** Lazy continuation: lines below a quote belong to it until the paragraph ends. */
const blockquote: Parser = (lines, at, depth) => {
  if (depth === deepest || !quote.test(lines[at] ?? "")) return null;
  let next = at;
  while (next < lines.length && !isBlank(lines[next])) next += 1;
  const hidden = /^ {0,3}>!/.test(lines[at] ?? "");
  const inner = lines.slice(at, next).map((line) => line.replace(/^ {0,3}>!? ?/, ""));
  while (isBlank(lines[next]) && next + 1 < lines.length && quote.test(lines[next + 1] ?? "")) {
    const more = blockquoteEnd(lines, next + 1);
    inner.push("", ...lines.slice(next + 1, more).map((line) => line.replace(/^ {0,3}>!? ?/, "")));
    next = more;
  }
  const named = hidden ? ' class="md-spoiler-text"' : "";
  return { html: `<blockquote${named}>\n${toBlocks(inner, depth + 1)}</blockquote>\n`, next };
};

function blockquoteEnd(lines: readonly string[], at: number): number {
  let end = at;
  while (end < lines.length && !isBlank(lines[end])) end += 1;
  return end;
}

function cellsOf(line: string): string[] {
  const bare = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return bare.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function alignOf(dashes: string): string {
  const [left, right] = [dashes.startsWith(":"), dashes.endsWith(":")];
  const align = left && right ? "center" : right ? "right" : left ? "left" : null;
  return align === null ? "" : ` align="${align}"`;
}

const table: Parser = (lines, at) => {
  const head = lines[at] ?? "";
  if (!head.includes("|") || !divider.test(lines[at + 1] ?? "")) return null;
  const aligns = cellsOf(lines[at + 1] ?? "").map(alignOf);
  let next = at + 2;
  while (next < lines.length && (lines[next] ?? "").includes("|")) next += 1;
  const row = (line: string, tag: string) => {
    const cells = cellsOf(line).slice(0, aligns.length);
    const written = cells.map((cell, i) => `<${tag}${aligns[i] ?? ""}>${inlineHtml(cell)}</${tag}>\n`);
    const missing = aligns.length - cells.length;
    return `<tr>\n${written.join("")}${missing > 0 ? `<td colspan="${missing}" ></td>\n` : ""}</tr>\n`;
  };
  const rows = lines.slice(at + 2, next).map((line) => row(line, "td"));
  const html = `<table><thead>\n${row(head, "th")}</thead><tbody>\n${rows.join("")}</tbody></table>\n`;
  return { html, next };
};

const list: Parser = (lines, at, depth) => {
  const tag = listAt(lines[at]);
  if (tag === null || depth === deepest) return null;
  let [items, next] = ["", at];
  for (;;) {
    const started = item.exec(lines[next] ?? "");
    if (started === null || listAt(lines[next]) !== tag) break;
    const end = itemEnd(lines, next, tag);
    const inner = lines
      .slice(next, end)
      .map((line, i) => (i === 0 ? line.slice(started[0].length) : outdent(line)));
    const isLoose = isBlank(lines[end - 1]) && listAt(lines[end]) === tag;
    items += `<li>${getItem(inner, isLoose, depth + 1)}</li>\n`;
    next = end;
  }
  return { html: `<${tag}>\n${items}</${tag}>\n`, next };
};

function listAt(line: string | undefined): "ul" | "ol" | null {
  const found = item.exec(line ?? "");
  if (found === null || rule.test(line ?? "")) return null;
  return found[2] === undefined ? "ul" : "ol";
}

const outdent = (line: string) => line.replace(/^(?: {1,4}|\t)/, "");

/** An item ends at the next item of its list, or at a blank line followed by unindented text. */
function itemEnd(lines: readonly string[], at: number, tag: string): number {
  let next = at + 1;
  while (next < lines.length) {
    const line = lines[next] ?? "";
    if (isBlank(line)) {
      const after = lines[next + 1];
      if (after === undefined || isBlank(after)) break;
      if (!/^(?: {2,}|\t)/.test(after)) return listAt(after) === tag ? next + 1 : next;
    } else if (item.test(line) && !/^(?: {2,}|\t)/.test(line)) break;
    next += 1;
  }
  return next;
}

function getItem(inner: readonly string[], isLoose: boolean, depth: number): string {
  while (inner.length > 0 && isBlank(inner.at(-1))) inner = inner.slice(0, -1);
  if (isLoose || inner.some(isBlank)) return toBlocks(inner, depth).trimEnd();
  const nested = inner.findIndex((line, i) => i > 0 && item.test(line));
  const text = inlineHtml((nested < 0 ? inner : inner.slice(0, nested)).join("\n"));
  return nested < 0 ? text : `${text}\n\n${toBlocks(inner.slice(nested), depth).trimEnd()}`;
}

const parsers: readonly Parser[] = [code, hr, title, blockquote, table, list];

function paragraph(lines: readonly string[], at: number): Block {
  let next = at + 1;
  while (next < lines.length && !isBlank(lines[next]) && !interrupts(lines, next)) next += 1;
  const text = lines.slice(at, next).join("\n").trim();
  return { html: `<p>${inlineHtml(text)}</p>\n`, next };
}

/** In snudown a list doesn't end a paragraph, but a heading, a rule and a quote do. */
function interrupts(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  return heading.test(line) || rule.test(line) || quote.test(line);
}
