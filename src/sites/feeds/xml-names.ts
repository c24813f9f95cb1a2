import type { RawEntry } from "./raw-feed";

/** Our prefixes for namespaces. Atom, RSS and XHTML names have no prefix. */
const namespaces: readonly [uri: RegExp, prefix: string][] = [
  [/w3\.org\/2005\/atom$|purl\.org\/atom\/ns#$|w3\.org\/1999\/xhtml$/, ""],
  [/purl\.org\/rss\/1\.0$|netscape\.com\/rdf\/simple\/0\.9$/, ""],
  [/w3\.org\/1999\/02\/22-rdf-syntax-ns#$/, "rdf:"],
  [/purl\.org\/rss\/1\.0\/modules\/content$/, "content:"],
  [/purl\.org\/rss\/1\.0\/modules\/syndication$/, "sy:"],
  [/purl\.org\/dc\/elements\/1\.[01]$/, "dc:"],
  [/purl\.org\/dc\/terms$/, "dcterms:"],
  [/search\.yahoo\.com\/mrss$/, "media:"],
  [/itunes\.com\/dtds\/podcast-1\.0\.dtd$/, "itunes:"],
  [/google\.com\/schemas\/play-podcasts\/1\.0$/, "googleplay:"],
  [/podcastindex\.org\/namespace\/1\.0$/, "podcast:"],
];

/** Default prefixes for feeds without namespace declarations. */
export const usualPrefixes: ReadonlyMap<string, string> = new Map<string, string>([
  ...["", "atom", "a10", "rss", "xhtml"].map((prefix) => [prefix, ""] as const),
  ...namespaces.flatMap(([, prefix]) => (prefix === "" ? [] : [[prefix.slice(0, -1), prefix] as const])),
]);

export function getPrefix(uri: string): string | null {
  const bare = uri.trim().slice(0, 200).toLowerCase().replace(/\/$/, "");
  return namespaces.find(([pattern]) => pattern.test(bare))?.[1] ?? null;
}

type Target = Exclude<keyof RawEntry, "permalink" | "linkBase" | "textBase"> | "keywords";

/** Target of each entry element. Texts with the same target keep this order. */
export const entryFields: ReadonlyMap<string, Target> = new Map<string, Target>([
  ...names("id", "guid id rdf:about"),
  ...names("link", "link"),
  ...names("title", "title dc:title dcterms:title itunes:title"),
  ...names("texts", "content:encoded content body description summary dcterms:abstract dcterms:description"),
  ...names("texts", "dc:description media:description media:text itunes:summary googleplay:description"),
  ...names("texts", "itunes:subtitle"),
  ...names("captions", "media:title caption"),
  ...names("tags", "category dc:subject media:category"),
  ...names("keywords", "itunes:keywords media:keywords"),
  ...names("authors", "author dc:creator itunes:author googleplay:author podcast:person"),
  ...names("published", "pubdate published issued dc:date dcterms:issued dcterms:created created"),
  ...names("updated", "updated modified dcterms:modified lastbuilddate"),
]);

/** Elements with authors, in order of precedence for the feed's own. */
export const authorFields: ReadonlySet<string> = new Set(
  "author dc:creator itunes:author googleplay:author podcast:person managingeditor".split(" "),
);
export const feedFields: ReadonlySet<string> = new Set([
  ..."title link ttl sy:updateperiod sy:updatefrequency".split(" "),
  ...authorFields,
]);

/** Elements that also exist in HTML and can be part of a text. Any other field ends an unclosed text. */
export const alsoHtml: ReadonlySet<string> = new Set([
  "link",
  "title",
  "summary",
  "body",
  "content",
  "caption",
]);

function names(target: Target, list: string): (readonly [string, Target])[] {
  return list.split(" ").map((name) => [name, target] as const);
}
