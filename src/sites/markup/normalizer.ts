import { escapeAttribute, escapeText } from "entities";
import { blockElements } from "@/domain/visible-text/html";
import type { Attributes, Dialect } from "./dialect";

/** The parser's time is quadratic in the number of open elements. The rest is reduced to its text. */
const maxOpen = 512;
/** Quotes, lists and tables nested deeper are flattened, because each level copies its content. */
const maxDepth = 20;
/** The cost of an element or a line of code is its depth. */
const maxCost = 20_000;
/** The converter's time is quadratic in the length of a gap, which code can have. */
const maxGap = 200;
const longGap = new RegExp(`\\s{${maxGap},}`, "g");

const containers = words("blockquote ul ol li pre hr h1 h2 h3 h4 h5 h6");
/** Can't contain blocks in Markdown. */
const lines = words("th td h1 h2 h3 h4 h5 h6");
const blocks: ReadonlySet<string> = new Set([
  ...blockElements,
  ...words("body frameset head html listing noframes noscript optgroup plaintext search select text"),
]);
const spans = new Map([
  ...["a", "em", "strong", "code", "sup", "del"].map((name) => [name, name] as const),
  ...([
    ["i", "em"],
    ["b", "strong"],
    ["s", "del"],
    ["strike", "del"],
  ] as const),
]);

export interface NormalHtml {
  html: string;
  plain: string;
  /** True if formatting was lost to limit the cost of the conversion. */
  isTooMuch: boolean;
}

interface Frame {
  /** The element in the result. Null if it was dropped or closed early. */
  tag: string | null;
  isContainer: boolean;
  /** Number of chunks before the content. */
  at: number;
  /** The text if the element is empty. */
  fallback: string;
  after: string;
}

export class Normalizer {
  isStopped = false;
  #isTooMuch = false;
  readonly #html: string[] = [];
  readonly #plain: string[] = [];
  readonly #open: Frame[] = [];
  /** Open quotes, lists, tables, headings and code blocks. */
  readonly #containers: { name: string; next: number }[] = [];
  readonly #table = { width: 0, cells: 0 };
  /** Separates the next text from the last one in its container. */
  #gap: "" | "<br>" | "<p></p>" = "";
  #isEmpty = true;
  #isCode = false;
  /** Number of open elements at the start of a spoiler. */
  #spoilerAt = Infinity;
  #left = maxCost;

  constructor(private readonly dialect: Dialect) {}

  /** Returns false if the document is nested too deep to continue. */
  open(name: string, attributes: Attributes): boolean {
    if (this.#open.length >= maxOpen) this.isStopped = this.#isTooMuch = true;
    if (this.isStopped) return false;
    const frame: Frame = { tag: null, isContainer: false, at: 0, fallback: "", after: "" };
    this.#open.push(frame);
    if (this.#spoilerAt !== Infinity) return true;
    if (blocks.has(name)) this.#plain.push(" ");
    if (name === "br") this.#breakLine();
    else if (this.#canContain(name)) this.#openContainer(name, attributes, frame);
    else if (blocks.has(name)) this.#endParagraph();
    else if (spans.has(name)) this.#openSpan(spans.get(name)!, attributes, frame);
    else if (name === "img" || name === "area" || name === "input") this.#describe(name, attributes);
    if (this.dialect.isSpoiler?.(attributes) !== true) return true;
    this.text("(spoiler)");
    this.#spoilerAt = this.#open.length;
    return true;
  }

  close(name: string): void {
    const frame = this.#open.pop()!;
    if (this.#open.length < this.#spoilerAt) this.#spoilerAt = Infinity;
    if (this.#spoilerAt !== Infinity) return;
    if (blocks.has(name)) this.#plain.push(" ");
    if (frame.after !== "") this.text(frame.after);
    if (frame.isContainer) this.#closeContainer(frame.tag!);
    else if (frame.tag !== null) this.#closeSpan(frame);
    else if (blocks.has(name) && name !== "br") {
      if (this.#isIn("pre")) this.text("\n");
      this.#endParagraph();
    }
  }

  text(text: string): void {
    if (this.#spoilerAt !== Infinity) return;
    this.#plain.push(text);
    const isCode = this.#isIn("pre") || (this.#isCode && this.dialect.hasFencesInLine === true);
    const hasLines = isCode && this.#pay(text.split("\n").length - 1);
    const shown = hasLines ? text : text.replace(/\s+/g, " ");
    if (!isCode && shown.trim() === "" && (this.#isEmpty || this.#gap !== "")) return;
    this.#separate();
    this.#html.push(escapeText(shown));
    this.#isEmpty = false;
  }

  getResult(): NormalHtml {
    const plain = this.#plain.join("").replace(/\s+/g, " ").trim();
    const html = this.#html.join("").replace(longGap, (gap) => gap.slice(0, maxGap));
    return { html, plain, isTooMuch: this.#isTooMuch };
  }

  #canContain(name: string): boolean {
    const outer = this.#containers.at(-1)?.name ?? "";
    if (outer === "table") return name === "tr";
    if (outer === "tr") return name === "th" || name === "td";
    if (outer === "pre" || lines.has(outer)) return false;
    return containers.has(name) || (name === "table" && this.dialect.hasTables === true);
  }

  #openContainer(name: string, attributes: Attributes, frame: Frame): void {
    this.#endParagraph();
    const { width } = this.#table;
    const isDeep = this.#containers.length >= maxDepth;
    if (isDeep) this.#isTooMuch = true;
    if (isDeep || !this.#pay(name === "tr" ? 1 + width : 1)) return;
    const list = this.#containers.at(-1);
    const number = name === "li" && list?.name === "ol" ? ` value="${list.next++}"` : "";
    const align = /^(?:left|right|center)$/.test(attributes.align ?? "")
      ? ` align="${attributes.align}"`
      : "";
    const start = /^\d{1,9}$/.test(attributes.start ?? "") ? Number(attributes.start) : 1;
    if (name === "table") Object.assign(this.#table, { width: 0, cells: 0 });
    if (name === "tr") this.#table.cells = 0;
    if (name === "th" || name === "td") this.#table.cells += 1;
    this.#containers.push({ name, next: start });
    Object.assign(frame, { tag: name, isContainer: true });
    const before = name === "tr" && width === 0 ? "<thead>" : "";
    this.#startContent(`${before}<${name}${number}${align}>${name === "pre" ? "<code>" : ""}`);
  }

  #closeContainer(name: string): void {
    const { width, cells } = this.#table;
    this.#containers.pop();
    if (name !== "tr") return this.#startContent(name === "pre" ? "</code></pre>" : `</${name}>`);
    if (width === 0) this.#table.width = cells;
    // Short rows are sent as one cell across several columns.
    const missing = "<td></td>".repeat(Math.max(0, width - cells));
    this.#startContent(`${missing}</tr>${width === 0 ? "</thead>" : ""}`);
  }

  #startContent(tag: string): void {
    this.#html.push(tag);
    this.#gap = "";
    this.#isEmpty = true;
  }

  #openSpan(tag: string, attributes: Attributes, frame: Frame): void {
    const { hasSuperscript, hasEmotes, hasHiddenTitle, getAddress } = this.dialect;
    if (tag === "a" && hasHiddenTitle?.(attributes) === true) frame.after = " (spoiler)";
    const address = tag === "a" ? getAddress(attributes.href ?? "") : "";
    if (address === null || this.#isCode || this.#isIn("pre")) return;
    if (tag === "sup" ? hasSuperscript !== true : this.#open.some((outer) => outer.tag === tag)) return;
    if (!this.#pay()) return;
    this.#separate();
    this.#html.push(tag === "a" ? `<a href="${escapeAttribute(address)}">` : `<${tag}>`);
    if (hasEmotes !== true) frame.fallback = escapeText(address);
    Object.assign(frame, { tag, at: this.#html.length });
    this.#isCode = tag === "code";
  }

  #closeSpan(frame: Frame): void {
    if (this.#html.length === frame.at) this.#html.push(frame.fallback);
    this.#html.push(`</${frame.tag}>`);
    this.#isCode = false;
    frame.tag = null;
  }

  #breakLine(): void {
    if (this.#isIn("pre")) this.text("\n");
    else if (this.#gap === "") this.#gap = "<br>";
    else this.#endParagraph();
  }

  #endParagraph(): void {
    if (this.#isIn("pre")) return;
    for (const frame of this.#open.toReversed()) {
      if (frame.isContainer) break;
      if (frame.tag !== null) this.#closeSpan(frame);
    }
    this.#gap = "<p></p>";
  }

  #separate(): void {
    if (this.#gap !== "" && !this.#isEmpty) {
      const isLine = lines.has(this.#containers.at(-1)?.name ?? "");
      this.#html.push(isLine || !this.#pay() ? " " : this.#gap);
    }
    this.#gap = "";
  }

  #describe(name: string, { alt = "", title = "", src = "" }: Attributes): void {
    const address = name === "img" && this.dialect.hasImages === true ? this.dialect.getAddress(src) : null;
    if (address === null || !this.#pay())
      return this.text(` ${[alt, title === alt ? "" : title].join(" ")} `);
    this.#separate();
    this.#html.push(`<img src="${escapeAttribute(address)}" alt="${escapeAttribute(alt)}">`);
    this.#isEmpty = false;
  }

  #isIn(name: string): boolean {
    return this.#containers.at(-1)?.name === name;
  }

  #pay(count = 1): boolean {
    const cost = count * (1 + this.#containers.length);
    if (cost > this.#left) {
      this.#isTooMuch = true;
      return false;
    }
    this.#left -= cost;
    return true;
  }
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
