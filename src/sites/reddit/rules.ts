import type TurndownService from "turndown";
import { absoluteUrl } from "./address";

type Rule = TurndownService.Rule;

/** Schemes that content may link with (the renderer knows the same six). */
const LINK_SCHEMES = /^(?:https?|ircs?|mailto|xmpp):/i;

/** What people wrote to be hidden until one asks for it must not be read in a mail. */
const HIDDEN = "(spoiler)";

/** Site-wide ways to write a spoiler as a link whose title holds the hidden text. */
const SPOILER_TARGET = /^(?:#|\/)(?:s|sp|spoilers?|g|b)$/i;

const spoilerText: Rule = {
  filter: (node) => node.nodeName === "SPAN" && node.classList.contains("md-spoiler-text"),
  replacement: () => HIDDEN,
};

const spoilerBlock: Rule = {
  filter: (node) => node.nodeName === "BLOCKQUOTE" && node.classList.contains("md-spoiler-text"),
  replacement: () => `\n\n> ${HIDDEN}\n\n`,
};

/** Titles of links are dropped: they show nothing in a mail, and some communities hide spoilers in them. */
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
    // Anchors without text carry a community's emotes and flair; there is nothing to show.
    if (shown === "") return "";
    const target = LINK_SCHEMES.test(href) ? href : absoluteUrl(href);
    if (target === null) return content;
    const text = node.textContent ?? "";
    if (text === href && /^https?:/i.test(href)) return bare(href, node);
    if (href === `mailto:${text}`) return `<${href.slice("mailto:".length)}>`;
    return `[${withEvenBrackets(shown)}](${destination(target)})`;
  },
};

/** A bracket without its partner would end the link's text, or never end it. */
function withEvenBrackets(text: string): string {
  let open = 0;
  for (const [bracket] of text.matchAll(/(?<!\\)[[\]]/g)) {
    open += bracket === "[" ? 1 : -1;
    if (open < 0) break;
  }
  return open === 0 ? text : text.replace(/(?<!\\)[[\]]/g, "\\$&");
}

/** An address as it stands, wherever it is sure to end where it should; else between angle brackets. */
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

/** Markdown has no raised text; the renderer lets this element through. */
const raised: Rule = {
  filter: "sup",
  replacement: (content) => (content.trim() ? `<sup>${content}</sup>` : content),
};

/** A fenced block, which the site's old Markdown does not know, arrives as inline code with line breaks in it. */
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

/** Code within a line; the converter's own rule looks for spaces at both ends from every character on. */
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

/** Rows are filled up to the width of the head: a short one is sent as one cell over several columns. */
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

/** Kept with the table: looked for anew by each row, it takes time that grows with their square. */
const firstRows = new WeakMap<Element, HTMLElement>();

function firstRowOf(row: HTMLElement): HTMLElement {
  let table = row.parentElement;
  while (table && table.nodeName !== "TABLE") table = table.parentElement;
  if (table === null) return row;
  // Rows come in their order.
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

/** What the converter's own rules don't do as it is wanted here. */
export const RULES: Readonly<Record<string, Rule>> = {
  spoilerText,
  spoilerBlock,
  link,
  deleted,
  raised,
  // Of several that fit, the one that was added last is taken.
  codeInLine,
  fencedAsInline,
  cell,
  row,
  section,
  table,
};
