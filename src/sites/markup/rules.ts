import type TurndownService from "turndown";

type Rule = TurndownService.Rule;

/** Shows URLs once, also if the site shortened their text. */
const link: Rule = {
  filter: "a",
  replacement(content, node) {
    const address = getAttribute(node, "href").replace(/[<>\s\\]/g, encodeURIComponent);
    const text = content.trim();
    if (text === "") return "";
    const written = node.textContent!.trim();
    const shown = withoutScheme(written.replace(/(?:\.{3}|…)$/, ""));
    const target = withoutScheme(address);
    const isShortened = /\.{3}$|…$/.test(written) && shown !== "" && target.startsWith(shown);
    if (shown === target || isShortened) return `<${address.replace(/^mailto:/i, "")}>`;
    return `[${text.replace(/(?<!\\)[[\]]/g, "\\$&")}](${getTarget(address)})`;
  },
};

/** Only addresses with brackets need the longer form. */
const getTarget = (address: string) => (/[()]/.test(address) ? `<${address}>` : address);

function withoutScheme(address: string): string {
  return address.replace(/^(?:https?:\/\/|mailto:)/i, "");
}

const image: Rule = {
  filter: "img",
  replacement(_content, node) {
    const alt = getAttribute(node, "alt").replace(/[[\]\\]/g, "\\$&");
    return `![${alt}](${getTarget(getAttribute(node, "src").replace(/[<>\s\\]/g, encodeURIComponent))})`;
  },
};

const deleted: Rule = {
  filter: "del",
  replacement: (content) => (content.trim() ? `~~${content}~~` : content),
};

/** Markdown has no superscript, but the renderer allows this element. */
const raised: Rule = {
  filter: "sup",
  replacement: (content) => (content.trim() ? `<sup>${content}</sup>` : content),
};

const listItem: Rule = {
  filter: "li",
  replacement(content, node) {
    const number = getAttribute(node, "value");
    const prefix = number === "" ? "- " : `${number}. `;
    const indented = content.trim().replace(/\n(?!\n)/g, `\n${" ".repeat(prefix.length)}`);
    return `${prefix}${indented}${node.nextSibling ? "\n" : ""}`;
  },
};

const codeBlock: Rule = { filter: "pre", replacement: (_content, node) => fenced(node.textContent!) };

/** The converter's own rule is slow: it searches for spaces at both ends from every character. */
const code: Rule = {
  filter: (node) => node.nodeName === "CODE" && node.parentNode?.nodeName !== "PRE",
  replacement(content) {
    if (/\n/.test(content.trim())) return fenced(content);
    const text = content.replace(/\s/g, " ");
    if (text === "") return "";
    const runs = tickRuns(text);
    let length = 1;
    while (runs.has(length)) length += 1;
    const isSpaced = text.startsWith(" ") && text.endsWith(" ") && text.trim() !== "";
    const pad = isSpaced || text.startsWith("`") || text.endsWith("`") ? " " : "";
    const mark = "`".repeat(length);
    return mark + pad + text + pad + mark;
  },
};

function fenced(code: string): string {
  const fence = "`".repeat(Math.max(2, ...tickRuns(code)) + 1);
  return `\n\n${fence}\n${code.replace(/^\n+/, "").trimEnd()}\n${fence}\n\n`;
}

function tickRuns(code: string): ReadonlySet<number> {
  return new Set(Array.from(code.matchAll(/`+/g), ([run]) => run.length));
}

const cell: Rule = {
  filter: ["th", "td"],
  replacement: (content) =>
    ` ${content
      .trim()
      .replace(/(?<!\s)\s*\n\s*/g, " ")
      .replace(/(?<!\\)\|/g, "\\|")} |`,
};

const row: Rule = { filter: "tr", replacement: (content) => `|${content.replace(/\n/g, " ")}\n` };

const head: Rule = {
  filter: "thead",
  replacement: (content, node) =>
    `${content}|${Array.from(node.firstChild!.childNodes, (one) => delimiters[getAttribute(one, "align")] ?? " --- |").join("")}\n`,
};

const delimiters: Readonly<Record<string, string>> = { left: " :-- |", right: " --: |", center: " :-: |" };

const body: Rule = { filter: "tbody", replacement: (content) => content };

const table: Rule = {
  filter: "table",
  replacement: (content) => `\n\n${content.replace(/\n+/g, "\n").trim()}\n\n`,
};

function getAttribute(node: Node, name: string): string {
  return (node as Element).getAttribute(name) ?? "";
}

export const rules = {
  link,
  image,
  deleted,
  raised,
  listItem,
  codeBlock,
  code,
  cell,
  row,
  head,
  body,
  table,
};
