import { decodeHTMLAttribute } from "entities";
import { attributesIn, scanMarkup, type MarkupHandler } from "./scan";

const maxLength = 400_000;
const maxAttributes = 100;
/** Deeper elements are flattened. */
const maxDepth = 100;

const voids = words("area base br col embed hr img input link meta param source track wbr");
/** Elements with an optional end tag: the next one closes the previous one. */
const repeated = words("p li td th tr dt dd option");
/** Content that browsers don't display. Kept if the element is unclosed. */
const unshown = words("title template iframe object video audio canvas");
/** Elements used for formatting titles. Other tags in titles are words, such as `<Suspense>`. */
const inTitles = words(
  "a abbr b bdi big br cite code del div em font h1 h2 h3 i img ins kbd li mark ol p q s samp small span strike strong style sub sup table tbody td th tr tt u ul wbr script",
);

/** Receives the tags and visible text of an HTML document in order. `attributes` parses them on demand. */
export interface HtmlReader {
  open(name: string, attributes: () => ReadonlyMap<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

/** Parses HTML like a browser, except that unclosed and unknown elements don't hide anything. Never throws. */
export function readHtml(html: string, reader: HtmlReader): void {
  replay(getTokens(html, false), reader);
}

/** Like `readHtml` for titles: unclosed tags and tags unusual in titles are text. */
export function readTitle(html: string, reader: HtmlReader): void {
  replay(getTokens(html, true), reader);
}

type Token = { open: string; tag: string } | { close: string } | { text: string };

function getTokens(html: string, isTitle: boolean): Token[] {
  const tokenizer = new Tokenizer(isTitle);
  scanMarkup(html.slice(0, maxLength), tokenizer, { isXml: false, keepsUnclosed: isTitle });
  tokenizer.end();
  return tokenizer.tokens;
}

function replay(tokens: readonly Token[], reader: HtmlReader): void {
  for (const token of tokens) {
    if ("text" in token) reader.text(token.text);
    else if ("close" in token) reader.close(token.close);
    else reader.open(token.open, () => attributesOf(token.tag));
  }
}

class Tokenizer implements MarkupHandler {
  readonly tokens: Token[] = [];
  readonly #open: { name: string; at: number }[] = [];
  /** Number of open flattened elements by name. */
  readonly #tooDeep = new Map<string, number>();

  constructor(private readonly isTitle: boolean) {}

  open(name: string, tag: string): void {
    if (this.isTitle && !inTitles.has(name)) return this.text(`<${tag}>`);
    if (repeated.has(name) && this.#open.at(-1)?.name === name) this.#closeInner(this.#open.length - 2);
    this.tokens.push({ open: name, tag });
    if (voids.has(name)) return;
    if (/^[^\s=]+\/$|[\s"']\/$/.test(tag)) this.tokens.push({ close: name });
    else if (this.#open.length < maxDepth) this.#open.push({ name, at: this.tokens.length - 1 });
    else this.#tooDeep.set(name, (this.#tooDeep.get(name) ?? 0) + 1);
  }

  close(name: string): void {
    const deeper = this.#tooDeep.get(name) ?? 0;
    if (deeper > 0) {
      this.#tooDeep.set(name, deeper - 1);
      return void this.tokens.push({ close: name });
    }
    const at = this.#open.findLastIndex((element) => element.name === name);
    // Browsers render stray `</p>` and `</br>` as a break.
    if (at === -1) {
      if (this.isTitle && !inTitles.has(name)) this.text(`</${name}>`);
      else if (name === "p" || name === "br") this.tokens.push({ open: name, tag: name });
      return;
    }
    this.#closeInner(at);
    if (unshown.has(name)) this.tokens.length = this.#open[at]!.at;
    else this.tokens.push({ close: name });
    this.#open.length = at;
  }

  text(text: string): void {
    this.tokens.push({ text });
  }

  end(): void {
    this.#closeInner(-1);
  }

  #closeInner(outer: number): void {
    for (const { name, at } of this.#open.splice(outer + 1).reverse()) {
      if (this.isTitle && !repeated.has(name)) this.#unmark(at, name);
      else this.tokens.push({ close: name });
    }
  }

  /** Turns a bare tag into text, as in "Centering a <div>". */
  #unmark(at: number, name: string): void {
    const token = this.tokens[at]!;
    if ("tag" in token && token.tag.length === name.length) this.tokens[at] = { text: `<${token.tag}>` };
  }
}

function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  let left = maxAttributes;
  for (const [name, value] of attributesIn(tag)) {
    if ((left -= 1) < 0) break;
    if (!attributes.has(name)) attributes.set(name, decodeHTMLAttribute(value));
  }
  return attributes;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
