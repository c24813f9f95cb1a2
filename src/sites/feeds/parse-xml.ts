import { setImmediate as breathe } from "node:timers/promises";
import { Parser } from "htmlparser2";
import type { RawEntry, RawFeed } from "./feed";
import { escapedHtml } from "./parse-json";

/** What is read of a text, of a list, and how deep elements stand in one another. */
const mostText = 400_000;
const mostEntries = 10_000;
const mostDepth = 100;
const pieceLength = 65_536;

/** What parts of names mean, by the names that standards gave them. Others are no feed's. */
const vocabularies: Readonly<Record<string, string>> = {
  "http://www.w3.org/2005/Atom": "",
  "http://purl.org/atom/ns#": "",
  "http://purl.org/rss/1.0/": "",
  "http://my.netscape.com/rdf/simple/0.9/": "",
  "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf:",
  "http://purl.org/rss/1.0/modules/content/": "content:",
  "http://purl.org/rss/1.0/modules/syndication/": "sy:",
  "http://purl.org/dc/elements/1.1/": "dc:",
  "http://www.w3.org/1999/xhtml": "",
};
/** As they are written where nobody says what they mean. */
const usualPrefixes: ReadonlyMap<string, string> = new Map<string, string>([
  ...["rdf", "content", "sy", "dc"].map((prefix) => [prefix, `${prefix}:`] as const),
  ...["atom", "a10", "rss", "xhtml", ""].map((prefix) => [prefix, ""] as const),
]);

/** Where the texts of an entry go, the first of the names that says something. */
const entryFields: Readonly<Record<keyof RawEntry, readonly string[]>> = {
  id: ["guid", "id"],
  link: ["link"],
  title: ["title", "dc:title"],
  content: ["content:encoded", "content", "description", "summary", "dc:description"],
  author: ["author/name", "dc:creator", "author"],
  published: ["pubDate", "published", "issued", "dc:date", "created"],
  updated: ["updated", "modified", "lastBuildDate"],
};

/** Why a text is no feed that can be read. */
export class NoFeed extends Error {
  override readonly name = "NoFeed";
}

type Texts = Map<string, string>;

interface Field {
  name: string;
  /** Where it stands: what is deeper belongs to its text. */
  depth: number;
  parts: string[];
  length: number;
  /** Its text is plain, and elements in it are its own markup. */
  type: "text" | "markup" | "elements";
}

/**
 * A list in XML: RSS 0.9 to 2.0, RDF, Atom. It is read in one pass, piece by piece, so that others have their turn meanwhile;
 * declarations and entities of a document's own mean nothing. What is not well-formed is read as far as it goes. Throws NoFeed.
 */
export async function parseXmlFeed(text: string): Promise<RawFeed> {
  const reader = new FeedReader();
  const parser = new Parser(reader, { xmlMode: true, decodeEntities: true });
  for (let at = 0; at < text.length && !reader.isDone; at += pieceLength) {
    parser.write(text.slice(at, at + pieceLength));
    await breathe();
  }
  // An entry that nothing ended was cut off: the next read has all of it.
  reader.isDone = true;
  parser.end();
  return reader.feed();
}

class FeedReader {
  isDone = false;
  #prefixes = new Map(usualPrefixes);
  #depth = 0;
  #root: string | null = null;
  #channel: Texts = new Map();
  #entries: Texts[] = [];
  #entry: { texts: Texts; depth: number } | null = null;
  #parent = "";
  #field: Field | null = null;

  onopentag(written: string, attributes: Record<string, string>): void {
    if (this.isDone) return;
    if ((this.#depth += 1) > mostDepth) throw new NoFeed("Its elements stand too deep in one another");
    for (const [name, meaning] of Object.entries(attributes)) {
      if (name === "xmlns") this.#prefixes.set("", vocabularies[meaning] ?? "");
      else if (name.startsWith("xmlns:") && this.#prefixes.size < 100)
        this.#prefixes.set(name.slice("xmlns:".length), vocabularies[meaning] ?? "?");
    }
    if (this.#field !== null) return this.#openWithin(this.#field, written, attributes);
    const name = this.#nameOf(written);
    if (this.#root === null) this.#begin(name);
    else if ((name === "item" || name === "entry") && this.#entry === null)
      this.#entry = { texts: new Map(), depth: this.#depth };
    else this.#openField(name, attributes);
  }

  ontext(text: string): void {
    if (this.#field !== null)
      this.#add(this.#field, this.#field.type === "elements" ? escapedText(text) : text);
  }

  onclosetag(written: string): void {
    if (this.isDone) return;
    const field = this.#field;
    if (field !== null && field.depth === this.#depth) this.#closeField(field);
    else if (field !== null) this.#add(field, `</${written.replace(/^.*:/, "")}>`);
    else if (this.#entry?.depth === this.#depth) {
      this.#entries.push(this.#entry.texts);
      this.#entry = null;
      this.isDone = this.#entries.length >= mostEntries;
    } else if (this.#nameOf(written) === "author") this.#parent = "";
    this.#depth -= 1;
  }

  feed(): RawFeed {
    if (this.#root === null) throw new NoFeed("There is nothing in it that a feed has");
    const texts = this.#channel;
    return {
      title: texts.get("title"),
      home: texts.get("link"),
      freshMinutes: freshMinutes(texts),
      entries: this.#entries.map(entryOf),
    };
  }

  #begin(name: string): void {
    if (/^html$/i.test(name)) throw new NoFeed("This is a web page, not a feed");
    if (!["rss", "rdf:RDF", "feed", "RDF"].includes(name)) throw new NoFeed("This is XML, but not a feed");
    this.#root = name;
  }

  #openField(name: string, attributes: Record<string, string>): void {
    if (name === "link" && attributes.href !== undefined) return this.#link(attributes);
    if (name === "author" && this.#entry !== null) this.#parent = "author/";
    const path = name === "name" ? `${this.#parent}name` : name;
    const isOurs = this.#entry === null ? channelFields.has(path) : entryNames.has(path);
    // What stands deeper is somebody else's: of a source, a picture, a text input.
    const depth = this.#entry === null ? (this.#root === "feed" ? 2 : 3) : this.#entry.depth + 1;
    const isChild = this.#depth === depth || path === "author/name";
    if (!isOurs || !isChild || path === "author") {
      if (path === "author" && isOurs) this.#field = this.#newField("author", "text");
      return;
    }
    const type = attributes.type?.toLowerCase();
    const isPlain = this.#root === "feed" && (type === undefined || type === "text" || type === "text/plain");
    const isElements = type === "xhtml" || type === "application/xhtml+xml";
    this.#field = this.#newField(path, isElements ? "elements" : isPlain ? "text" : "markup");
  }

  #newField(name: string, type: Field["type"]): Field {
    return { name, depth: this.#depth, parts: [], length: 0, type };
  }

  /** An element within a text: of Atom's author its name, else markup that nobody escaped. */
  #openWithin(field: Field, written: string, attributes: Record<string, string>): void {
    if (field.name === "author") {
      if (this.#nameOf(written) === "name")
        this.#field = { ...this.#newField("author/name", "text"), depth: this.#depth };
      return;
    }
    const shown = ["href", "src", "alt"].filter((name) => attributes[name] !== undefined);
    const said = shown.map((name) => ` ${name}="${escapedText(attributes[name]!).replace(/"/g, "&quot;")}"`);
    this.#add(field, `<${written.replace(/^.*:/, "")}${said.join("")}>`);
  }

  #closeField(field: Field): void {
    const text = field.parts.join("").trim();
    const isMarkupField = entryFields.content.includes(field.name) || field.name === "title";
    const kept = field.type === "text" && isMarkupField ? escapedHtml(text) : text;
    if (kept !== "") this.#keep(field.name, kept);
    this.#field = null;
  }

  #link({ href = "", rel = "alternate", type = "" }: Record<string, string>): void {
    if (rel !== "alternate") return;
    // A page is what people read; a feed may name other forms of itself.
    if (/html|^$/.test(type)) this.#keep("link", href);
  }

  #keep(name: string, text: string): void {
    const texts = this.#entry?.texts ?? this.#channel;
    if (!texts.has(name)) texts.set(name, text);
  }

  #add(field: Field, text: string): void {
    if (field.length >= mostText) return;
    const kept = text.slice(0, mostText - field.length);
    field.parts.push(kept);
    field.length += kept.length;
  }

  #nameOf(written: string): string {
    const at = written.indexOf(":");
    const prefix = at < 0 ? "" : written.slice(0, at);
    return `${this.#prefixes.get(prefix) ?? "?"}${written.slice(at + 1)}`;
  }
}

const channelFields = new Set(["title", "link", "ttl", "sy:updatePeriod", "sy:updateFrequency"]);
const entryNames = new Set(Object.values(entryFields).flat());

function entryOf(texts: Texts): RawEntry {
  const entry: RawEntry = {};
  for (const [field, names] of Object.entries(entryFields)) {
    const name = names.find((one) => texts.has(one));
    if (name !== undefined) entry[field as keyof RawEntry] = texts.get(name);
  }
  return entry;
}

const periodMinutes: Readonly<Record<string, number>> = { hourly: 60, daily: 1_440, weekly: 10_080 };

function freshMinutes(texts: Texts): number | undefined {
  const ttl = Number(texts.get("ttl"));
  if (ttl > 0) return ttl;
  const period = periodMinutes[texts.get("sy:updatePeriod") ?? ""];
  return period === undefined
    ? undefined
    : period / Math.max(1, Number(texts.get("sy:updateFrequency")) || 1);
}

function escapedText(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
