import { emptyEntry, type RawEntry, type RawFeed } from "./raw-feed";
import { authorFields, entryFields } from "./xml-names";

const maxValues = 50;
const maxKeywords = 500;
const periodMinutes: Readonly<Record<string, number>> = { hourly: 60, daily: 1_440, weekly: 10_080 };

export class XmlValues {
  readonly #values = new Map<string, string[]>();
  /** The base URL of each name's first value. */
  readonly #bases = new Map<string, string>();
  /** False if the id must not be used as a link. */
  isIdLink = true;

  add(name: string, value: string, base?: string): void {
    if (value === "") return;
    const values = this.#values.get(name);
    if (values !== undefined) {
      if (values.length < maxValues) values.push(value);
      return;
    }
    this.#values.set(name, [value]);
    if (base !== undefined) this.#bases.set(name, base);
  }

  entry(): RawEntry {
    const entry = emptyEntry();
    for (const [name, target] of entryFields) {
      const values = this.#values.get(name) ?? [];
      if (target === "id" || target === "link") entry[target] ??= values[0];
      else if (target === "title") entry.title ??= values.shift();
      else if (target === "keywords") entry.tags.push(...getKeywords(values));
      else entry[target].push(...values);
      if (target === "texts" && values.length > 0) entry.textBase ??= this.#bases.get(name);
      // Keep additional titles as text.
      if (target === "title") entry.captions.push(...values);
    }
    if (entry.authors.length === 0) entry.authors = this.#values.get("source") ?? [];
    return {
      ...entry,
      permalink: this.isIdLink ? entry.id : undefined,
      linkBase: this.#bases.get("link"),
    };
  }

  feed(): Omit<RawFeed, "entries"> {
    const first = (name: string) => this.#values.get(name)?.[0];
    return {
      title: first("title"),
      home: first("link"),
      homeBase: this.#bases.get("link"),
      freshMinutes: freshMinutes(first),
      authors:
        [...authorFields].map((name) => this.#values.get(name) ?? []).find((some) => some.length > 0) ?? [],
    };
  }
}

/** Limited, because one list can have millions of keywords. */
function getKeywords(lists: readonly string[]): string[] {
  return lists.flatMap((list) => list.split(",", maxKeywords)).slice(0, maxKeywords);
}

function freshMinutes(first: (name: string) => string | undefined): number | undefined {
  const ttl = Number(first("ttl"));
  if (ttl > 0) return ttl;
  const period = periodMinutes[first("sy:updateperiod")?.toLowerCase() ?? ""];
  return period && period / Math.max(1, Number(first("sy:updatefrequency")) || 1);
}
