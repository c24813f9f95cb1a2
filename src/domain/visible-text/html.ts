import type { Cuts } from "./cuts";

const maxTag = 4_000;

/** Elements that separate words: blocks, cells and line breaks. */
export const blockElements: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote br caption center dd details dialog dir div dl dt fieldset figcaption figure footer " +
    "form h1 h2 h3 h4 h5 h6 header hr legend li main menu nav ol option p pre section summary table tbody td tfoot th " +
    "thead tr ul"
  ).split(" "),
);
const inlineElements: ReadonlySet<string> = new Set(
  (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark q rp rt ruby s samp small span strike " +
    "strong sub sup time tt u var wbr"
  ).split(" "),
);

const tagStart = /<\/?([A-Za-z][A-Za-z0-9-]{0,20})(?=[\s/>])/y;
const autolink = /<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,2000}|[^\s<>@]{1,64}@[^\s<>@]{1,255})>/y;

export class Angled {
  readonly #cuts: Cuts;
  readonly #lastEnds = new Map<string, number>();

  constructor(cuts: Cuts) {
    this.#cuts = cuts;
  }

  /** Hides a tag, comment or autolink brackets. Returns the end, or -1 if the sign is plain text. */
  cut(at: number, to: number): number {
    if (this.#cuts.source.startsWith("<!--", at)) return this.#cutComment(at, to);
    const end = this.#cutLink(at, to);
    return end < 0 ? this.#cutTag(at, to) : end;
  }

  #cutLink(at: number, to: number): number {
    autolink.lastIndex = at;
    const end = autolink.test(this.#cuts.source) ? autolink.lastIndex : -1;
    if (end > to) return -1;
    if (end > 0) {
      this.#cuts.drop(at, at + 1);
      this.#cuts.drop(end - 1, end);
    }
    return end;
  }

  /** Comments are matched as separate texts because some sites show them. */
  #cutComment(at: number, to: number): number {
    const end = this.#cuts.next("-->", at + 4) + 3;
    if (end > to) return -1;
    this.#cuts.move(at, end);
    return end;
  }

  #cutTag(at: number, to: number): number {
    tagStart.lastIndex = at;
    const [start, name = ""] = tagStart.exec(this.#cuts.source) ?? [];
    const element = name.toLowerCase();
    if (start === undefined || !(blockElements.has(element) || inlineElements.has(element))) return -1;
    const end = this.#endOfTag(at + start.length, to);
    if (end < 0 || (start.charAt(1) !== "/" && !this.#canOpen(element, end))) return -1;
    this.#cuts.dropTag(at, end, blockElements.has(element));
    return end;
  }

  /** One-letter elements must have an end tag, unlike `x<b>y` in code. */
  #canOpen(element: string, from: number): boolean {
    if (element.length > 1) return true;
    const { source } = this.#cuts;
    const known = this.#lastEnds.get(element);
    const last =
      known ??
      Math.max(source.lastIndexOf(`</${element}>`), source.lastIndexOf(`</${element.toUpperCase()}>`));
    this.#lastEnds.set(element, last);
    return last >= from;
  }

  /** Returns -1 if the tag is not closed. */
  #endOfTag(from: number, to: number): number {
    const { source } = this.#cuts;
    const last = Math.min(to, from + maxTag);
    let quote = "";
    for (let at = from; at < last && this.#cuts.spend(1); at++) {
      const char = source.charAt(at);
      if (quote !== "") quote = char === quote ? "" : quote;
      else if (char === ">") return at + 1;
      else if (char === "<") return -1;
      else if ((char === '"' || char === "'") && source.charAt(at - 1) === "=") quote = char;
    }
    return -1;
  }
}
