import { createHash } from "node:crypto";
import { isUrl } from "@/domain/url";

/** What a list says of one of its entries, as it is written there. */
export interface RawEntry {
  id?: string;
  link?: string;
  title?: string;
  /** Markup. */
  content?: string;
  author?: string;
  published?: string;
  updated?: string;
}

/** What a list says, in whatever format. */
export interface RawFeed {
  title?: string;
  /** Where people read what it lists. */
  home?: string;
  /** How long it is fresh, as it says itself, minutes. */
  freshMinutes?: number;
  entries: RawEntry[];
}

/** An entry as it can be told from others and shown. */
export interface Entry {
  /** By which the feed itself tells it from others. */
  id: string;
  /** By which it is known again where the feed gave it another id: what it says and where it leads. */
  trait: string;
  title: string;
  content: string;
  link: string | null;
  author: string | null;
  publishedAt: Date | null;
}

/** So many are looked at, the newest ones. */
const mostEntries = 1_000;
const dayMs = 24 * 3_600_000;

/** The entries of a list, each once, the newest first; `base` is where the list was read. */
export function entriesOf(feed: RawFeed, base: string, now: Date): { entries: Entry[]; skipped: number } {
  const counts = new Map<string, number>();
  for (const { id } of feed.entries) if (id) counts.set(id, (counts.get(id) ?? 0) + 1);
  const byId = new Map<string, Entry>();
  let skipped = 0;
  for (const raw of feed.entries) {
    const entry = entryOf(raw, base, now, (id) => counts.get(id) === 1);
    if (entry === null) skipped += 1;
    else if (!byId.has(entry.id)) byId.set(entry.id, entry);
  }
  const timeOf = ({ publishedAt }: Entry) => publishedAt?.getTime() ?? now.getTime();
  const newestFirst = [...byId.values()].sort((a, b) => timeOf(b) - timeOf(a));
  return { entries: newestFirst.slice(0, mostEntries), skipped };
}

function entryOf(raw: RawEntry, base: string, now: Date, isOwn: (id: string) => boolean): Entry | null {
  const link =
    addressOf(raw.link, base) ?? addressOf(/^https?:/i.test(raw.id ?? "") ? raw.id : undefined, base);
  const { title = "", content = "" } = raw;
  if (link === null && title.trim() === "" && content.trim() === "") return null;
  const trait = hashOf(link ?? "", title.trim() === "" ? content : title);
  // An id that several entries have tells none of them from the others.
  const id =
    raw.id && isOwn(raw.id) ? raw.id : (link ?? hashOf(title, raw.published ?? raw.updated ?? content));
  return {
    ...{ id, trait, title, content, link },
    author: raw.author?.trim() || null,
    publishedAt: timeOf(raw.published, now) ?? timeOf(raw.updated, now),
  };
}

/** An address for people, whole; null for what is none. */
export function addressOf(written: string | undefined, base: string): string | null {
  const address = written?.trim() ?? "";
  if (address === "" || address.length > 2_000 || !isUrl(address, base)) return null;
  const url = new URL(address, base);
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url.href : null;
}

/** A moment as feeds write it; of one that lies ahead now, as some are announced. Null for what is none. */
function timeOf(written: string | undefined, now: Date): Date | null {
  const text = (written ?? "").trim().slice(0, 80);
  // Days of the week are written in every language and never needed.
  const at = Date.parse(text) || Date.parse(text.replace(/^[^\d\s]+,?\s+(?=\d)/u, ""));
  if (Number.isNaN(at) || at < Date.UTC(1990, 0)) return null;
  // Further ahead than zones and clocks differ it is no time of this entry.
  if (at > now.getTime() + 2 * dayMs) return null;
  return new Date(Math.min(at, now.getTime()));
}

export function hashOf(...parts: string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("base64url").slice(0, 22);
}
