import { escapeMarkdown } from "@/domain/markdown/escape";
import { blockElements } from "@/domain/visible-text/html";

/** Longer HTML is cut; the rest would not be shown anyway. */
const MAX_LENGTH = 400_000;
const TOKEN = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/gi;
const HREF = /\bhref\s*=\s*"([^"]*)"/i;

interface Draft {
  blocks: string[];
  line: string;
  code: string | null;
  italicAt: number | null;
  link: { at: number; href: string; text: string } | null;
}

/** Converts HTML to Markdown in one pass. Shortened links get their full URL, which is matched too. */
export function toMarkdown(html: string): string {
  const source = html.slice(0, MAX_LENGTH);
  const draft: Draft = { blocks: [], line: "", code: null, italicAt: null, link: null };
  let at = 0;
  for (const token of source.matchAll(TOKEN)) {
    addText(draft, source.slice(at, token.index));
    addTag(draft, token[2]!.toLowerCase(), token[1] === "/", token[3]!);
    at = token.index + token[0].length;
  }
  addText(draft, source.slice(at));
  endBlock(draft);
  return draft.blocks.join("\n\n");
}

export function toText(html: string): string {
  return decoded(html.slice(0, MAX_LENGTH)).replace(/\s+/g, " ").trim();
}

function addText(draft: Draft, html: string): void {
  if (html === "") return;
  const text = decoded(html);
  if (draft.code !== null) draft.code += text;
  else {
    const shown = text.replace(/\s+/g, " ");
    if (draft.link !== null) draft.link.text += shown;
    draft.line += escapeMarkdown(shown);
  }
}

function addTag(draft: Draft, name: string, isEnd: boolean, attributes: string): void {
  if (name === "pre") {
    endBlock(draft);
    if (!isEnd) draft.code = "";
  } else if (draft.code !== null) return;
  else if (blockElements.has(name)) endBlock(draft);
  else if (name === "i" && isEnd) endItalic(draft);
  else if (name === "i") draft.italicAt ??= draft.line.length;
  else if (name === "a" && isEnd) endLink(draft);
  else if (name === "a" && draft.link === null) {
    const href = decoded(HREF.exec(attributes)?.[1] ?? "").trim();
    draft.link = { at: draft.line.length, href, text: "" };
  }
}

function endBlock(draft: Draft): void {
  endLink(draft);
  endItalic(draft);
  const { code } = draft;
  const line = draft.line.trim();
  if (code !== null && code.trim() !== "") {
    const fence = "`".repeat(longestRun(code) + 1);
    draft.blocks.push(`${fence}\n${code.replace(/^\n+/, "").trimEnd()}\n${fence}`);
  } else if (line !== "") draft.blocks.push(line);
  Object.assign(draft, { line: "", code: null, italicAt: null, link: null });
}

function endItalic(draft: Draft): void {
  if (draft.italicAt === null) return;
  const inner = draft.line.slice(draft.italicAt);
  const rest = inner.trimStart();
  const before = inner.slice(0, inner.length - rest.length);
  const text = rest.replace(/\s$/, "");
  const after = rest.slice(text.length);
  if (text !== "") draft.line = `${draft.line.slice(0, draft.italicAt)}${before}*${text}*${after}`;
  draft.italicAt = null;
}

function endLink(draft: Draft): void {
  if (draft.link === null) return;
  const { at, href, text } = draft.link;
  const inner = draft.line.slice(at);
  draft.link = null;
  if (!/^https?:\/\/[^\s<>]+$/i.test(href)) return;
  const shown = text.trim().replace(/(?:\.\.\.|…)$/, "");
  const isAddress =
    shown !== "" && href.replace(/^https?:\/\//i, "").startsWith(shown.replace(/^https?:\/\//i, ""));
  const link = isAddress || inner.trim() === "" ? `<${href}>` : `[${withoutBrackets(inner)}](<${href}>)`;
  draft.line = draft.line.slice(0, at) + link;
}

function withoutBrackets(text: string): string {
  return text.trim().replace(/(?<!\\)[[\]]/g, "\\$&");
}

function longestRun(code: string): number {
  return Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
}

const NAMED = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

function decoded(html: string): string {
  return html.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED.get(String(name).toLowerCase()) ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : "�";
  });
}
