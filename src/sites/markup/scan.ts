import { decodeHTMLStrict } from "entities";

/** Receives tags and text in document order. `source` is the tag without its brackets. */
export interface MarkupHandler {
  isDone?: boolean;
  open(name: string, source: string): void;
  close(name: string): void;
  text(text: string): void;
}

/** Broken markup never hides the rest: a stray `<` is text; unclosed sections only lose their start. */
export function scanMarkup(source: string, handler: MarkupHandler): void {
  new Scanner(source, handler).run();
}

class Scanner {
  readonly #found = new Map<string, number>();
  #textFrom = 0;
  /** Any `<` before this index is text. */
  #textUntil = 0;

  constructor(
    private readonly source: string,
    private readonly handler: MarkupHandler,
  ) {}

  run(): void {
    const { source, handler } = this;
    for (let at = source.indexOf("<"); at !== -1 && handler.isDone !== true;) {
      const end = at < this.#textUntil ? null : this.#markup(at);
      at = source.indexOf("<", end ?? at + 1);
    }
    if (handler.isDone !== true) this.#flush(source.length);
  }

  /** Returns the index after the markup at a `<`, or null if it is text. */
  #markup(at: number): number | null {
    const next = this.source[at + 1] ?? "";
    if (next === "!") return this.#declaration(at);
    if (next === "?") return this.#instruction(at);
    if (next === "/") return this.#endTag(at);
    return isNameStart(next) ? this.#startTag(at) : null;
  }

  #declaration(at: number): number | null {
    const { source } = this;
    if (source.startsWith("<!--", at)) return this.#section(at, { start: "<!--", end: "-->", overlap: 2 });
    if (source.startsWith("<![CDATA[", at))
      return this.#section(at, { start: "<![CDATA[", end: "]]>", overlap: 0 });
    const end = this.#next(">", at);
    return end === -1 || end > this.#nextTag(at) ? null : this.#skip(at, end + 1);
  }

  /** If the section contains the start of another section, it was unclosed, so only its start is skipped. */
  #section(at: number, { start, end, overlap }: { start: string; end: string; overlap: number }): number {
    const from = at + start.length;
    const to = this.#next(end, from - overlap);
    const other = this.#next(start, from);
    if (to === -1 || (other !== -1 && other < to)) return this.#skip(at, from);
    if (start === "<!--") return this.#skip(at, to + end.length);
    this.#skip(at, to + end.length);
    this.handler.text(this.source.slice(from, to));
    return to + end.length;
  }

  #instruction(at: number): number | null {
    const whole = this.#next("?>", at);
    if (whole !== -1 && whole < this.#nextTag(at)) return this.#skip(at, whole + 2);
    const end = this.#next(">", at);
    return end === -1 || end > this.#nextTag(at) ? null : this.#skip(at, end + 1);
  }

  #endTag(at: number): number | null {
    const { source } = this;
    if (!isNameStart(source[at + 2] ?? "")) return null;
    const name = nameAt(source, at + 2);
    const end = this.#next(">", at);
    // Without a `>`, the tag ends after its name.
    const behind = end !== -1 && end < this.#nextTag(at) ? end + 1 : at + 2 + name.length;
    this.#skip(at, behind);
    this.handler.close(name.toLowerCase());
    return behind;
  }

  #startTag(at: number): number | null {
    const { source, handler } = this;
    const written = nameAt(source, at + 1);
    // Excludes `<jane@example.com>` and `<https://…>`.
    const end = /^[\w.-]+(?::[\w.-]+)*$/.test(written) ? this.#tagEnd(at, at + 1 + written.length) : -1;
    if (end === -1) return null;
    this.#skip(at, end + 1);
    const name = written.toLowerCase();
    const tag = source.slice(at + 1, end);
    handler.open(name, tag);
    return end + 1;
  }

  /** Returns the tag's `>`, or -1 if unclosed. Marks that part as text, so it isn't scanned again. */
  #tagEnd(at: number, from: number): number {
    const { source } = this;
    const delimiter = /[<>"']/g;
    delimiter.lastIndex = from;
    for (let found = delimiter.exec(source); found !== null; found = delimiter.exec(source)) {
      const [character] = found;
      if (character === ">") return found.index;
      const isQuote =
        character !== "<" && /=\s*$/.test(source.slice(Math.max(from, found.index - 20), found.index));
      const close = isQuote ? this.#next(character, found.index + 1) : -1;
      if (character === "<" || (isQuote && close === -1)) {
        this.#textUntil = Math.max(at + 1, found.index);
        return -1;
      }
      if (isQuote) delimiter.lastIndex = close + 1;
    }
    this.#textUntil = source.length;
    return -1;
  }

  /** Like `indexOf`, with a cache. `from` only increases, so each search text costs one pass in total. */
  #next(text: string, from: number): number {
    const known = this.#found.get(text);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const found = this.source.indexOf(text, from);
    this.#found.set(text, found);
    return found;
  }

  #nextTag(at: number): number {
    const found = this.source.indexOf("<", at + 1);
    return found === -1 ? this.source.length : found;
  }

  #skip(at: number, to: number): number {
    this.#flush(at);
    return (this.#textFrom = to);
  }

  #flush(to: number): void {
    if (to <= this.#textFrom) return;
    const text = this.source.slice(this.#textFrom, to);
    this.handler.text(decodeHTMLStrict(text));
    this.#textFrom = to;
  }
}

function isNameStart(character: string): boolean {
  return /[a-z_]/i.test(character);
}

const namePattern = /[^\s<>/"'=]*/y;

function nameAt(source: string, at: number): string {
  namePattern.lastIndex = at;
  return namePattern.exec(source)![0];
}

/** Yields the attributes of a tag with lowercase names and undecoded values. */
export function* attributesIn(tag: string): Generator<[name: string, value: string]> {
  const name = nameAt(tag, 0);
  if (name.length === tag.length) return;
  const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
  attribute.lastIndex = name.length;
  for (let found = attribute.exec(tag); found !== null; found = attribute.exec(tag))
    yield [found[1]!.toLowerCase(), found[2] ?? found[3] ?? found[4] ?? ""];
}
