import { decodeHTMLStrict } from "entities";
import { attributesIn, scanMarkup, type MarkupHandler } from "../markup/scan";
import { maxEntries, NoFeed, withoutMiddle, type RawFeed } from "./raw-feed";
import { baseWith } from "./xml-base";
import { atomFormat, escaped, XmlField, type TextFormat } from "./xml-field";
import { alsoHtml, authorFields, entryFields, feedFields, getPrefix, usualPrefixes } from "./xml-names";
import { XmlValues } from "./xml-values";

const maxDepth = 100;
/** Per entry, and between two entries. */
const maxAttributes = 10_000;
const maxPrefixes = 100;
const maxDeclarations = 10_000;

type Attributes = ReadonlyMap<string, string>;
type Prefixes = ReadonlyMap<string, string>;

/** Determines how child elements are interpreted. Children of "other" are ignored. */
type Context = "feed" | "entry" | "media" | "file" | "source" | "other";
const contexts: ReadonlyMap<string, Context> = new Map<string, Context>([
  ["feed/channel", "feed"],
  ["entry/media:group", "media"],
  ["entry/media:content", "file"],
  ["media/media:content", "file"],
  ["entry/source", "source"],
]);

interface Tag {
  name: string;
  written: string;
  source: string;
  attributes: Attributes;
  prefixes: Prefixes;
  base: string | undefined;
}

/** Parses RSS 0.9 to 2.0, RDF and Atom, well-formed or not. Skips a truncated last entry. Throws `NoFeed`. */
export function parseXmlFeed(text: string, folder: string): RawFeed {
  const reader = new FeedReader(folder);
  scanMarkup(text, reader);
  return reader.feed();
}

class FeedReader implements MarkupHandler {
  isDone = false;
  #fault: string | null = null;
  #root: string | null = null;
  readonly #frames: (Pick<Tag, "written" | "prefixes" | "base"> & { context: Context })[] = [];
  readonly #feed = new XmlValues();
  #entries: XmlValues[] = [];
  #dropped = 0;
  #entry: XmlValues | null = null;
  #field: XmlField | null = null;
  #attributesLeft = maxAttributes;
  #declarationsLeft = maxDeclarations;

  constructor(private readonly folder: string) {}

  open(written: string, source: string): void {
    const attributes = this.#attributesOf(source);
    if (this.#attributesLeft < 0) return this.#stop(`It has more than ${maxAttributes} attributes`);
    const prefixes = this.#prefixesWith(attributes);
    const base = baseWith(attributes.get("xml:base"), this.#frames.at(-1)?.base, this.folder);
    const tag: Tag = { name: nameIn(prefixes, written), written, source, attributes, prefixes, base };
    if (this.#root === null) return this.#begin(tag);
    if (tag.name === "item" || tag.name === "entry") return this.#beginEntry(tag);
    if (this.#field !== null && !endsText(this.#field, tag)) return this.#field.open(written, source);
    this.#endField();
    this.#openElement(tag);
  }

  text(text: string): void {
    this.#field?.text(text);
  }

  close(written: string): void {
    const field = this.#field;
    const at = this.#frames.findLastIndex((frame) => frame.written === written);
    if (field?.endsWith(written) === true) return this.#endField();
    if (at < 0) return field?.close(written);
    this.#endField();
    if (this.#frames.splice(at).some(({ context }) => context === "entry")) this.#endEntry();
  }

  feed(): RawFeed {
    if (this.#fault !== null && this.#entries.length === 0) throw new NoFeed(this.#fault);
    if (this.#root === null) throw new NoFeed("This doesn't look like a feed");
    this.#dropMiddle();
    const entries = this.#entries.map((values) => values.entry());
    return { ...this.#feed.feed(), entries, dropped: this.#dropped };
  }

  #stop(fault: string): void {
    this.isDone = true;
    this.#fault = fault;
  }

  #begin({ name, written, prefixes, base }: Tag): void {
    if (name === "html") throw new NoFeed("This is a web page, not a feed");
    const local = written.replace(/^.*:/, "");
    if (!["rss", "rdf", "feed"].includes(local)) throw new NoFeed("This XML isn't a feed");
    this.#root = local;
    const own = name.startsWith("?") ? new Map([...prefixes, [prefixIn(written), ""]]) : prefixes;
    this.#push({ written, prefixes: own, base }, "feed");
  }

  /** Also ends the previous entry if it is unclosed. */
  #beginEntry({ written, source, attributes, prefixes, base }: Tag): void {
    this.#endField();
    this.#endEntry();
    this.#frames.length = 1 + this.#frames.findLastIndex(({ context }) => context === "feed");
    this.#entry = new XmlValues();
    this.#attributesLeft = maxAttributes;
    this.#entry.add("rdf:about", [...attributes].find(([name]) => name.endsWith(":about"))?.[1] ?? "");
    if (source.endsWith("/")) this.#endEntry();
    else this.#push({ written, prefixes, base }, "entry");
  }

  #endEntry(): void {
    if (this.#entry === null) return;
    this.#entries.push(this.#entry);
    this.#entry = null;
    this.#attributesLeft = maxAttributes;
    if (this.#entries.length === 2 * maxEntries) this.#dropMiddle();
  }

  #dropMiddle(): void {
    const before = this.#entries.length;
    this.#entries = [...withoutMiddle(this.#entries, maxEntries)];
    this.#dropped += before - this.#entries.length;
  }

  #openElement(tag: Tag): void {
    const parent = this.#frames.at(-1)?.context ?? "other";
    const isClosed = tag.source.endsWith("/");
    if (isField(tag.name, parent)) {
      this.#takeAttributes(tag);
      const { written, base } = tag;
      const type = tag.attributes.get("type") ?? "";
      const format = this.#formatOf(tag);
      if (!isClosed) this.#field = new XmlField(keyIn(parent, tag.name), { written, format, type, base });
    } else if (!isClosed) this.#push(tag, contexts.get(`${parent}/${tag.name}`) ?? "other");
  }

  #push({ written, prefixes, base }: Pick<Tag, "written" | "prefixes" | "base">, context: Context): void {
    if (this.#frames.length === maxDepth) this.#stop(`Its elements are nested more than ${maxDepth} deep`);
    else this.#frames.push({ written, prefixes, base, context });
  }

  #endField(): void {
    const field = this.#field;
    this.#field = null;
    if (field === null) return;
    for (const value of field.values()) (this.#entry ?? this.#feed).add(field.name, value, field.base);
  }

  /** Reads values from attributes: links, tags and file titles. */
  #takeAttributes({ name, attributes, base }: Tag): void {
    const values = this.#entry ?? this.#feed;
    const of = (attribute: string) => attributes.get(attribute)?.trim() ?? "";
    if (name === "category" || name === "media:category")
      values.add("category", escaped(of("label") || of("term")));
    if (name === "guid" && of("ispermalink").toLowerCase() === "false") values.isIdLink = false;
    if (name !== "link" && name !== "enclosure") return;
    const rel = name === "enclosure" ? name : of("rel") || "alternate";
    if (rel === "enclosure") values.add("caption", escaped(of("title")));
    // Other types are alternate forms of the feed.
    if (rel === "alternate" && /html|^$/.test(of("type"))) values.add("link", of("href"), base);
  }

  #formatOf({ name, attributes }: Tag): TextFormat {
    if (authorFields.has(name)) return "person";
    if (!isProse(name) && entryFields.get(name) !== "tags") return "value";
    if (["title", "content", "summary"].includes(name)) {
      const isTyped = this.#root === "feed" || attributes.has("type");
      return isTyped ? atomFormat(attributes) : "html";
    }
    return ["content:encoded", "description", "body", "category"].includes(name) ? "html" : "either";
  }

  /** Stops at the entry's limit. */
  #attributesOf(source: string): Attributes {
    const attributes = new Map<string, string>();
    for (const [name, value] of attributesIn(source)) {
      if ((this.#attributesLeft -= 1) < 0) break;
      attributes.set(name, decodeHTMLStrict(value));
    }
    return attributes;
  }

  #prefixesWith(attributes: Attributes): Prefixes {
    const before = this.#frames.at(-1)?.prefixes ?? usualPrefixes;
    if (attributes.size === 0) return before;
    const declared = [...attributes].flatMap(([name, uri]) => {
      if (name !== "xmlns" && !name.startsWith("xmlns:")) return [];
      return [[name.slice("xmlns:".length), getPrefix(uri) ?? "?"] as const];
    });
    if (declared.length === 0 || before.size > maxPrefixes) return before;
    return (this.#declarationsLeft -= 1) < 0 ? before : new Map([...before, ...declared]);
  }
}

function isField(name: string, parent: Context): boolean {
  if (parent === "feed") return feedFields.has(name);
  if (parent === "source") return authorFields.has(name);
  if (parent === "media" || parent === "file") return name.startsWith("media:") && entryFields.has(name);
  return parent === "entry" && (entryFields.has(name) || name === "enclosure") && name !== "caption";
}

/** Returns the storage key for a text. File descriptions and source authors are stored separately. */
function keyIn(parent: Context, name: string): string {
  if (parent === "source") return "source";
  return parent === "file" && name === "media:description" ? "caption" : name;
}

/** True if this element can't be part of the open text, so the text must have been unclosed. */
function endsText(field: XmlField, { name }: Tag): boolean {
  const canBePart = isProse(field.name) && (alsoHtml.has(name) || name === field.name);
  return entryFields.has(name) && !canBePart;
}

function isProse(name: string): boolean {
  return ["title", "texts", "captions", "keywords"].includes(entryFields.get(name) ?? "");
}

function nameIn(prefixes: Prefixes, written: string): string {
  const prefix = prefixIn(written);
  return `${prefixes.get(prefix) ?? "?"}${written.replace(/^.*:/, "")}`;
}

function prefixIn(written: string): string {
  return written.includes(":") ? written.slice(0, written.lastIndexOf(":")) : "";
}
