import { isUtf8 } from "node:buffer";
import { textToHtml } from "../markup/markdown";

const maxText = 400_000;

/** "value": a URL, id or date. "either": HTML if it contains tags. "person": with a name. */
export type TextFormat = "value" | "plain" | "html" | "elements" | "either" | "base64" | "person";

export function atomFormat(attributes: ReadonlyMap<string, string>): TextFormat {
  const type = (attributes.get("type") ?? "").trim().toLowerCase().split(";", 1)[0]!.trim();
  const mode = attributes.get("mode")?.trim().toLowerCase();
  if (mode === "base64") return "base64";
  if (type === "html" || type === "text/html") return mode === "xml" ? "elements" : "html";
  if (type === "xhtml" || /[/+]xml$/.test(type)) return mode === "escaped" ? "html" : "elements";
  if (type === "" || type === "text" || type.startsWith("text/")) return "plain";
  return type.includes("/") ? "base64" : "either";
}

export class XmlField {
  readonly #parts: { text: string; isTag: boolean }[] = [];
  #length = 0;
  #nested = 0;
  /** For Atom persons: the completed names, and the open name. */
  readonly #names: string[] = [];
  #name: string | null = null;

  constructor(
    readonly name: string,
    private readonly how: {
      written: string;
      format: TextFormat;
      type: string;
      base?: string;
    },
  ) {}

  get base(): string | undefined {
    return this.how.base;
  }

  text(text: string): void {
    if (this.#name === null) this.#add(text, false);
    else this.#name = (this.#name + text).slice(0, 1_000);
  }

  /** Adds a child element's start tag. `source` is the tag without its brackets. */
  open(written: string, source: string): void {
    if (this.how.format === "person") {
      if (/(?:^|:)name$/.test(written)) this.#name = "";
      return;
    }
    if (written === this.how.written && !source.endsWith("/")) this.#nested += 1;
    this.#add(`<${source.replace(/^[\w.-]+:/, "")}>`, true);
  }

  endsWith(written: string): boolean {
    return written === this.how.written && this.#nested === 0;
  }

  close(written: string): void {
    if (written === this.how.written) this.#nested -= 1;
    if (this.#name !== null && /(?:^|:)name$/.test(written)) {
      this.#names.push(this.#name);
      this.#name = null;
    } else this.#add(`</${written.replace(/^.*:/, "")}>`, true);
  }

  values(): string[] {
    if (this.how.format !== "person") return [this.#text(this.how.format, this.how.type)];
    const names = this.#names.filter((name) => name.trim() !== "");
    const own = this.#parts.filter(({ isTag }) => !isTag).map(({ text }) => text);
    return (names.length > 0 ? names : [own.join("")]).map((name) => looseHtml(name.trim()));
  }

  #text(format: TextFormat, type: string): string {
    const isMarkup = format === "elements" && this.#parts.some(({ isTag }) => isTag);
    const parts = this.#parts.map((part) => (isMarkup && !part.isTag ? escaped(part.text) : part.text));
    const text = parts.join("").trim();
    switch (format) {
      case "plain":
        return textToHtml((/^text\//i.test(type) ? unpackedText(text) : null) ?? text);
      case "base64": {
        const file = unpacked(text) ?? "";
        return /\bx?html\b/i.test(type) ? file : textToHtml(file);
      }
      case "either":
        return /<\/?[a-z]/i.test(text) ? text : looseHtml(text);
      default:
        return text;
    }
  }

  #add(text: string, isTag: boolean): void {
    if (this.#length >= maxText) return;
    const kept = isTag ? text : text.slice(0, maxText - this.#length);
    this.#parts.push({ text: kept, isTag });
    this.#length += kept.length;
  }
}

/** Decodes base64 that violates the specification. Null for anything else, including short words. */
function unpackedText(text: string): string | null {
  return text.length >= 16 || text.endsWith("=") ? unpacked(text) : null;
}

function unpacked(text: string): string | null {
  const packed = text.replace(/\s+/g, "");
  if (packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return null;
  const bytes = Buffer.from(packed, "base64");
  const found = bytes.toString("utf8");
  return !isUtf8(bytes) || /\p{Cc}/u.test(found.replace(/[\t\n\f\r]/g, "")) ? null : found;
}

function looseHtml(text: string): string {
  return textToHtml(text).replace(/&amp;(?=#?\w+;)/g, "&");
}

export function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
