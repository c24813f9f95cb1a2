import { Parser } from "htmlparser2";
import { escapeMarkdown } from "@/domain/markdown/escape";
import { addressOf } from "./feed";

/** Nobody writes so much by hand, and the rest would not be shown. */
const mostLength = 400_000;
const mostDepth = 100;
/** What shows nothing that people read. */
const hidden = new Set(
  "script style head title template iframe object embed noscript svg math select textarea video audio canvas".split(
    " ",
  ),
);
const blocks = new Set(
  "p div section article header footer main aside nav h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre table tr figure figcaption hr address details summary form".split(
    " ",
  ),
);

const spans = new Set(["a", "em", "i", "strong", "b", "code"]);

/** Markup that strangers wrote as Markdown: paragraphs, lists, code, links and emphasis; all else leaves its text. Never throws. */
export function toMarkdown(html: string, base: string): string {
  const writer = new Writer(base);
  parse(html, writer);
  return writer.text();
}

/** The text of markup in one line, such as a title. */
export function toText(html: string): string {
  const parts: string[] = [];
  parse(html, {
    onopentagname: (name) => blocks.has(name) && void parts.push(" "),
    ontext: (text) => void parts.push(text),
  });
  return parts.join("").replace(/\s+/g, " ").trim();
}

class TooDeep extends Error {}

function parse(html: string, handler: ConstructorParameters<typeof Parser>[0] & object): void {
  let depth = 0;
  const parser = new Parser(
    {
      ...bound(handler),
      onopentag: (name, attributes, isImplied) => {
        if ((depth += 1) > mostDepth) throw new TooDeep();
        handler.onopentag?.(name, attributes, isImplied);
      },
      onclosetag: (name, isImplied) => {
        depth -= 1;
        handler.onclosetag?.(name, isImplied);
      },
    },
    { decodeEntities: true },
  );
  try {
    parser.end(html.slice(0, mostLength));
  } catch (error) {
    // What was read before is what is shown.
    if (!(error instanceof TooDeep)) throw error;
  }
}

function bound(handler: ConstructorParameters<typeof Parser>[0] & object) {
  return {
    ontext: (text: string) => handler.ontext?.(text),
    onopentagname: (name: string) => handler.onopentagname?.(name),
  };
}

class Writer {
  readonly #blocks: string[] = [];
  readonly #open: { name: string; at: number; href: string | null }[] = [];
  /** The block in hand: pieces of Markdown, and the text behind them that is still to be escaped as a whole. */
  #line: string[] = [];
  #text = "";
  #prefix = "";
  #hidden = 0;
  #code: string[] | null = null;

  constructor(private readonly base: string) {}

  onopentag(name: string, attributes: Record<string, string>): void {
    if (hidden.has(name)) this.#hidden += 1;
    if (this.#hidden > 0) return;
    if (blocks.has(name)) this.#endBlock();
    if (name === "pre") this.#code = [];
    else if (name === "li") this.#prefix = "- ";
    else if (/^h[1-6]$/.test(name)) this.#prefix = "#### ";
    else if (this.#code !== null) this.#code.push(name === "br" ? "\n" : "");
    else if (name === "br") this.#put("\n");
    else if (name === "img") this.ontext(` ${attributes.alt ?? ""} `);
    else if (spans.has(name)) {
      this.#put("");
      this.#open.push({ name, at: this.#line.length, href: addressOf(attributes.href, this.base) });
    }
  }

  ontext(text: string): void {
    if (this.#hidden > 0) return;
    if (this.#code !== null) this.#code.push(text);
    else this.#text += text;
  }

  onclosetag(name: string): void {
    if (hidden.has(name)) this.#hidden = Math.max(0, this.#hidden - 1);
    else if (this.#hidden > 0) return;
    else if (blocks.has(name)) this.#endBlock();
    else this.#endSpan(name);
  }

  text(): string {
    this.#endBlock();
    return this.#blocks.join("\n\n");
  }

  /** Ends the text in hand; whether it begins a line decides what of it would be markup. */
  #put(piece: string): void {
    const shown = this.#text.replace(/\s+/g, " ");
    const last = this.#line.at(-1);
    const isFirst = last === undefined || last === "\n";
    if (shown !== "") this.#line.push(escapeMarkdown(isFirst ? shown.trimStart() : shown));
    if (piece !== "") this.#line.push(piece);
    this.#text = "";
  }

  #endBlock(): void {
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
    // What it holds ends with it.
    const [span] = this.#open.splice(at);
    const inner = this.#line.splice(span!.at).join("");
    const text = inner.trim();
    if (text === "" && span!.href === null) return void this.#line.push(inner);
    const before = /^\s/.test(inner) && !this.#line.at(-1)?.endsWith(" ") ? " " : "";
    const after = /\s$/.test(inner) ? " " : "";
    this.#line.push(`${before}${spanned(name, text, span!.href)}${after}`);
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
