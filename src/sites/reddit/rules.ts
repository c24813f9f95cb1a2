import type TurndownService from "turndown";
import { absoluteUrl } from "./address";

type Rule = TurndownService.Rule;

/** Link schemes allowed in content, the same six as in the renderer. */
const LINK_SCHEMES = /^(?:https?|ircs?|mailto|xmpp):/i;

/** Replaces spoilers, which must not be readable in an email. */
const HIDDEN = "(spoiler)";

/** Site-wide link targets that mark the link's title as a spoiler. */
const SPOILER_TARGET = /^(?:#|\/)(?:s|sp|spoilers?|g|b)$/i;

const spoilerText: Rule = {
  filter: (node) => node.nodeName === "SPAN" && node.classList.contains("md-spoiler-text"),
  replacement: () => HIDDEN,
};

const spoilerBlock: Rule = {
  filter: (node) => node.nodeName === "BLOCKQUOTE" && node.classList.contains("md-spoiler-text"),
  replacement: () => `\n\n> ${HIDDEN}\n\n`,
};

/** Drops link titles: they aren't visible in emails, and some communities hide spoilers in them. */
const link: Rule = {
  filter: "a",
  replacement: (content, node) => {
    if (!isElement(node)) return content;
    const href = node.getAttribute("href") ?? "";
    const shown = content.trim();
    if (SPOILER_TARGET.test(href) && node.getAttribute("title")) {
      const isApart = shown === "" && !/\S$/.test(node.previousSibling?.textContent ?? "");
      return isApart ? HIDDEN : `${shown} ${HIDDEN}`;
    }
    // Links without text are a community's emotes and flair.
    if (shown === "") return "";
    const target = LINK_SCHEMES.test(href) ? href : absoluteUrl(href);
    if (target === null) return content;
    const text = node.textContent ?? "";
    if (text === href && /^https?:/i.test(href)) return bare(href, node);
    if (href === `mailto:${text}`) return `<${href.slice("mailto:".length)}>`;
    return `[${withEvenBrackets(shown)}](${destination(target)})`;
  },
};

/** Escapes unbalanced brackets, which would break the link. */
function withEvenBrackets(text: string): string {
  let open = 0;
  for (const [bracket] of text.matchAll(/(?<!\\)[[\]]/g)) {
    open += bracket === "[" ? 1 : -1;
    if (open < 0) break;
  }
  return open === 0 ? text : text.replace(/(?<!\\)[[\]]/g, "\\$&");
}

/** The plain URL if Markdown recognizes its end, otherwise in angle brackets. */
function bare(address: string, node: HTMLElement): string {
  const before = node.previousSibling?.textContent?.slice(-1) ?? "";
  const after = node.nextSibling?.textContent?.slice(0, 1) ?? "";
  const standsFree = /^[\s(]?$/.test(before) && /^[\s).,]?$/.test(after);
  if (standsFree && /^[^\s<>()]*[\w/=#-]$/.test(address)) return address;
  return /[\s<>]/.test(address)
    ? `[${address.replace(/[[\]\\]/g, "\\$&")}](${destination(address)})`
    : `<${address}>`;
}

function destination(address: string): string {
  return address.trim().replace(/[\s<>()\\]/g, (character) => ESCAPED_IN_ADDRESS.get(character) ?? "%20");
}

const ESCAPED_IN_ADDRESS = new Map([
  ["<", "%3C"],
  [">", "%3E"],
  ["(", "\\("],
  [")", "\\)"],
  ["\\", "%5C"],
]);

const deleted: Rule = {
  filter: ["del", "s"],
  replacement: (content) => (content.trim() ? `~~${content}~~` : content),
};

/** Markdown has no superscript, but the renderer allows this element. */
const raised: Rule = {
  filter: "sup",
  replacement: (content) => (content.trim() ? `<sup>${content}</sup>` : content),
};

/** Fenced blocks, unknown to the site's old Markdown, arrive as inline code with line breaks. */
const fencedAsInline: Rule = {
  filter: (node) =>
    node.nodeName === "CODE" &&
    node.parentNode?.nodeName !== "PRE" &&
    /\n/.test((node.textContent ?? "").trim()),
  replacement: (_content, node) => {
    const code = (node.textContent ?? "").replace(/^\n+/, "").trimEnd();
    const fence = "`".repeat(Math.max(2, ...tickRuns(code)) + 1);
    return `\n\n${fence}\n${code}\n${fence}\n\n`;
  },
};

/** The converter's own rule is slow: it searches for spaces at both ends from every character. */
const codeInLine: Rule = {
  filter: (node) => node.nodeName === "CODE" && node.parentNode?.nodeName !== "PRE",
  replacement: (content) => {
    const code = content.replace(/\r?\n|\r/g, " ");
    if (code === "") return "";
    const runs = new Set(tickRuns(code));
    let length = 1;
    while (runs.has(length)) length += 1;
    const isSpaced = code.startsWith(" ") && code.endsWith(" ") && code.trim() !== "";
    const pad = isSpaced || code.startsWith("`") || code.endsWith("`") ? " " : "";
    const mark = "`".repeat(length);
    return mark + pad + code + pad + mark;
  },
};

function tickRuns(code: string): number[] {
  return [...new Set(Array.from(code.matchAll(/`+/g), ([run]) => run.length))];
}

function isElement(node: Node): node is HTMLElement {
  return node.nodeType === 1;
}

const cell: Rule = {
  filter: ["th", "td"],
  replacement: (content) =>
    ` ${content
      .trim()
      .replace(/(?<!\s)\s*\n\s*/g, " ")
      .replace(/(?<!\\)\|/g, "\\|")} |`,
};

/** Rows are padded to the width of the head: short rows are sent as one cell across several columns. */
const row: Rule = {
  filter: "tr",
  replacement: (content, node) => {
    if (!isElement(node)) return content;
    const first = firstRowOf(node);
    const missing = first.children.length - node.children.length;
    const line = `|${content.replace(/\n/g, " ")}${"  |".repeat(Math.max(0, missing))}\n`;
    return node === first ? `${line}|${Array.from(node.children, delimiter).join("")}\n` : line;
  },
};

/** Cached by table. Searching for it from every row would take quadratic time. */
const firstRows = new WeakMap<Element, HTMLElement>();

function firstRowOf(row: HTMLElement): HTMLElement {
  let table = row.parentElement;
  while (table && table.nodeName !== "TABLE") table = table.parentElement;
  if (table === null) return row;
  // The first row is visited first.
  const first = firstRows.get(table) ?? row;
  firstRows.set(table, first);
  return first;
}

function delimiter(head: Element): string {
  switch (head.getAttribute("align")) {
    case "left":
      return " :-- |";
    case "right":
      return " --: |";
    case "center":
      return " :-: |";
    default:
      return " --- |";
  }
}

const section: Rule = { filter: ["thead", "tbody", "tfoot"], replacement: (content) => content };

const table: Rule = {
  filter: "table",
  replacement: (content) => `\n\n${content.replace(/\n+/g, "\n").trim()}\n\n`,
};

export const RULES: Readonly<Record<string, Rule>> = {
  spoilerText,
  spoilerBlock,
  link,
  deleted,
  raised,
  // If several rules match, the last one added wins.
  codeInLine,
  fencedAsInline,
  cell,
  row,
  section,
  table,
};
