import { escapeMarkdown } from "@/domain/markdown/escape";
import { getWebAddress } from "../web-address";
import { readHtml, readTitle, type HtmlReader } from "./html";

const maxLength = 400_000;
/** Maximum total length of link targets. Relative links grow by the length of their base. */
const maxLinkLength = 50_000;

/** Deeper spans are ignored, because each span takes another pass over its text. */
const maxSpans = 10;

const blocks = words(
  "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html iframe legend li listing main menu nav noframes noscript ol optgroup option p plaintext pre search section select summary table tbody td template text textarea tfoot th thead title tr ul xmp",
);
const spans = words("a em i strong b code");

interface WriterOptions {
  /** Base URL for relative links, which are omitted without it. */
  base?: string;
  /** Remaining length for link targets, shared by all texts of a document. */
  links?: { left: number };
}

export interface WrittenText {
  markdown: string;
  plain: string;
}

/** Converts paragraphs, lists, code, links and emphasis. Others are reduced to their text. Never throws. */
export function toMarkdown(
  html: string,
  { base, links = { left: maxLinkLength } }: WriterOptions,
): WrittenText {
  const writer = new Writer(base, links);
  readHtml(html, writer);
  return writer.written();
}

export function toText(html: string): string {
  const parts: string[] = [];
  readTitle(html, {
    open(name, attributes) {
      if (blocks.has(name) || name === "br") parts.push(" ");
      parts.push(...descriptionsOf(name, attributes));
    },
    close: (name) => void (blocks.has(name) && parts.push(" ")),
    text: (text) => void parts.push(text),
  });
  return parts.join("").replace(/\s+/g, " ").trim();
}

export function textToHtml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/\n{2,}/g, "<p>")
    .replace(/\n/g, "<br>");
}

function descriptionsOf(name: string, attributes: () => ReadonlyMap<string, string>): string[] {
  if (name !== "img" && name !== "area" && name !== "input") return [];
  const { alt = "", title = "" } = Object.fromEntries(attributes());
  return [alt, title === alt ? "" : title].filter((text) => text !== "").map((text) => ` ${text} `);
}

class Writer implements HtmlReader {
  readonly #blocks: string[] = [];
  readonly #plain: string[] = [];
  readonly #open: { name: string; at: number; href: string | null }[] = [];
  /** The current block: finished Markdown, followed by text that isn't escaped yet. */
  #line: string[] = [];
  #text = "";
  #prefix = "";
  #length = 0;
  #code: string[] | null = null;

  constructor(
    private readonly base: string | undefined,
    private readonly links: { left: number },
  ) {}

  open(name: string, attributes: () => ReadonlyMap<string, string>): void {
    if (blocks.has(name)) this.#endBlock();
    if (name === "pre") this.#code = [];
    else if (name === "li") this.#prefix = "- ";
    else if (/^h[1-6]$/.test(name)) this.#prefix = "#### ";
    else if (name === "br") this.#break();
    else if (spans.has(name) && this.#code === null) {
      if (this.#open.length >= maxSpans) return;
      this.#put("");
      const href = name === "a" ? getWebAddress(attributes().get("href"), this.base) : null;
      this.#open.push({ name, at: this.#line.length, href });
    } else for (const text of descriptionsOf(name, attributes)) this.text(text);
  }

  text(text: string): void {
    if (this.#length > maxLength) return;
    this.#length += text.length;
    this.#plain.push(text);
    if (this.#code === null) this.#text += text;
    else this.#code.push(text);
  }

  close(name: string): void {
    if (blocks.has(name)) this.#endBlock();
    else this.#endSpan(name);
  }

  written(): WrittenText {
    this.#endBlock();
    const plain = this.#plain.join("").replace(/\s+/g, " ").trim();
    return { markdown: this.#blocks.join("\n\n"), plain };
  }

  #break(): void {
    this.#plain.push(" ");
    if (this.#code === null) this.#put("\n");
    else this.#code.push("\n");
  }

  /** Escapes and adds the pending text. Escaping depends on whether it is at the start of a line. */
  #put(chunk: string): void {
    const shown = this.#text.replace(/\s+/g, " ");
    const last = this.#line.at(-1);
    const isFirst = last === undefined || last === "\n";
    if (shown !== "") this.#line.push(escapeMarkdown(isFirst ? shown.trimStart() : shown));
    if (chunk !== "") this.#line.push(chunk);
    this.#text = "";
  }

  #endBlock(): void {
    this.#plain.push(" ");
    this.#put("");
    while (this.#open.length > 0) this.#endSpan(this.#open.at(-1)!.name);
    const code = this.#code?.join("") ?? "";
    const line = this.#line.join("").trim();
    if (code.trim() !== "") {
      const fence = "`".repeat(longestRun(code) + 1);
      this.#blocks.push(`${fence}\n${code.replace(/^\n+/, "").trimEnd()}\n${fence}`);
    } else if (line !== "") {
      const isHeading = this.#prefix.startsWith("#");
      this.#blocks.push(`${this.#prefix}${line.replace(/(?<! ) *\n */g, isHeading ? " " : "  \n")}`);
      this.#prefix = "";
    }
    this.#line = [];
    this.#code = null;
  }

  #endSpan(name: string): void {
    const at = this.#open.findLastIndex((one) => one.name === name);
    if (at < 0) return;
    this.#put("");
    // Also closes the spans inside it.
    const [span] = this.#open.splice(at);
    const inner = this.#line.splice(span!.at).join("");
    const text = inner.trim();
    const href = this.#allowed(span!.href);
    if (text === "" && href === null) return void this.#line.push(inner);
    const before = /^\s/.test(inner) && !this.#line.at(-1)?.endsWith(" ") ? " " : "";
    const after = /\s$/.test(inner) ? " " : "";
    this.#line.push(`${before}${spanned(name, text, href)}${after}`);
  }

  #allowed(href: string | null): string | null {
    if (href === null || href.length > this.links.left) return null;
    this.links.left -= href.length;
    return href;
  }
}

function longestRun(code: string): number {
  let longest = 2;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

function spanned(name: string, text: string, href: string | null): string {
  if (name === "a") return href === null ? text : linked(text, href);
  if (name === "code") return text.includes("`") || text.includes("\\") ? text : `\`${text}\``;
  const mark = name === "em" || name === "i" ? "*" : "**";
  return text.includes("*") || text.includes("\n") ? text : `${mark}${text}${mark}`;
}

function linked(text: string, href: string): string {
  const address = href.replace(/[<>\s]/g, encodeURIComponent);
  if (text === "" || text.includes("](<") || text.includes("\n")) return text === "" ? `<${address}>` : text;
  return `[${text.replace(/(?<!\\)[[\]]/g, "\\$&")}](<${address}>)`;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
