import { joinedAuthors, storable, type Item } from "@/domain/reading/item";
import type { ListEntry } from "@/domain/reading/fetched-list";
import { startOfText, untitled } from "@/domain/reading/untitled";
import { toText } from "../markup/markdown";
import { getFullname, SITE_ID } from "./address";
import { authorNames } from "./authors";
import { readDate } from "./date";
import { facts } from "./facts";
import { identifiedEntries, pageOf, type IdentifiedEntry } from "./identity";
import type { RawEntry, RawFeed } from "./raw-feed";
import { getTexts } from "./texts";

const maxEntries = 1_000;
const maxTitle = 1_000;
const maxLinks = 2_000_000;

interface Source {
  place: string;
  base: string;
  now: Date;
}

/** Converts a feed's distinct entries to items, latest first, and counts the empty ones. */
export function listedEntries(feed: RawFeed, source: Source): { entries: ListEntry[]; skipped: number } {
  const identified = identifiedEntries(feed.entries, source.base);
  const byId = new Map<string, IdentifiedEntry & { publishedAt: Date | null }>();
  for (const entry of identified)
    if (entry !== null && !byId.has(entry.listed.id))
      byId.set(entry.listed.id, { ...entry, publishedAt: publishedAt(entry.raw, source.now) });
  const getTime = (entry: { publishedAt: Date | null }) => (entry.publishedAt ?? source.now).getTime();
  const newestFirst = [...byId.values()].sort((a, b) => getTime(b) - getTime(a)).slice(0, maxEntries);
  const links = { left: maxLinks };
  const feedAuthors = authorNames(feed.authors);
  return {
    entries: newestFirst.map((entry) => ({
      ...entry.listed,
      publishedAt: entry.publishedAt,
      item: getItem(entry, feedAuthors, { ...source, links }),
    })),
    skipped: identified.filter((entry) => entry === null).length + (feed.dropped ?? 0),
  };
}

function getItem(
  { raw, name, publishedAt: at }: IdentifiedEntry & { publishedAt: Date | null },
  feedAuthors: readonly string[],
  { place, base, now, links }: Source & { links: { left: number } },
): Item {
  const link = pageOf(raw, base);
  const own = authorNames(raw.authors);
  const authors = own.length > 0 ? own : feedAuthors;
  const wholeTitle = storable(toText(raw.title ?? ""));
  const title = wholeTitle.slice(0, maxTitle);
  // The end of a very long title would be lost.
  const texts = wholeTitle.length > maxTitle ? [raw.title!, ...raw.texts] : raw.texts;
  const { markdown, plain } = getTexts(
    { ...raw, texts },
    { base: raw.textBase ?? link ?? base, links, title, authors },
  );
  return {
    fullname: getFullname(place, name),
    ...{ kind: "post", site: SITE_ID, place },
    ...(title === "" ? untitled(startOfText(storable(plain) || (link ?? ""))) : { title }),
    body: markdown,
    html: null,
    author: authors.length === 0 ? null : joinedAuthors(authors),
    // Feed URLs are secret, so entries without a link get the host's front page.
    url: link ?? facts.getUrl(place),
    ...(link !== null && { link }),
    createdAt: at ?? now,
    over18: false,
  };
}

function publishedAt({ published, updated }: RawEntry, now: Date): Date | null {
  for (const written of [...published, ...updated]) {
    const date = readDate(written, now);
    if (date !== null) return date;
  }
  return null;
}
