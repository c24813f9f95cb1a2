import { grouped } from "../grouped";

/** Identifies a list entry across reads. Ids and hashes contain only letters, digits, `-` and `_`. */
export interface Listed {
  id: string;
  /** Source of the id: the format's own id, the link, or a hash of content and link. */
  by: "id" | "link" | "content";
  /** Hashes of link and title, content, raw date, and page. Empty if the entry lacks that part. */
  title: string;
  content: string;
  date: string;
  page: string;
  publishedAt: Date | null;
}

/** Keys of known entries (see `getKey`): first the `listed` entries of the last read, then older ones. */
export interface KnownList {
  keys: readonly string[];
  listed: number;
}

export interface ListNews<L> {
  /** `sharesPage`: another entry, listed now or earlier, links to the same page. */
  fresh: { entry: L; at: Date; sharesPage: boolean }[];
  /** Time range for which we could have missed entries. */
  gap: { from: Date; to: Date } | null;
  known: KnownList;
}

/** Without a known entry: undated entries that count as new, and the size of a short list. */
const maxUnsure = 10;
const dateMarginMs = 24 * 3_600_000;
/** How long before the last read a new entry of a long list can be dated (ms): caches show lists late. */
const lateMs = 3_600_000;
/** A first read this soon misses nothing (ms). If all its entries are dated since, their dates are wrong. */
const promptMs = 60_000;
const maxAgeMs = 7 * 24 * 3_600_000;
const maxKeys = 2_000;

export function getKey({ id, by, title, content, date, page }: Omit<Listed, "publishedAt">): string {
  return [id, title, content, date, by, page].join(".");
}

type Key = Pick<Listed, "id" | "title"> & Partial<Omit<Listed, "publishedAt">>;

/** Keys stored by earlier versions only contain the id and the title. */
function parsedKey(key: string): Key {
  const [id = "", title = "", content, date, by, page] = key.split(".");
  return { id, title, content, date, by: by as Listed["by"] | undefined, page };
}

/**
 * Missing from the last read means new unless over a week old. If none remain, only dated and a few undated
 * ones are new, and the time between is a gap unless the list reaches back. See `hasOnlyEarlierDates`.
 */
export function judgeList<L extends Listed>(
  entries: readonly L[],
  before: { known: KnownList | null; readAt: Date | null; watchedSince: Date },
  now: Date,
): ListNews<L> {
  const known = nextKnown(entries, before.known);
  const since = before.readAt ?? before.watchedSince;
  if (before.known === null) return { ...judgeFirst(entries, before.watchedSince, now), known };
  const updates = unknownOf(entries, before.known);
  const hasTurnedOver = before.known.listed > 0 && updates.length === entries.length;
  const knownDates = entries.length > maxUnsure ? datesOf(before.known) : null;
  const isReplaced = hasTurnedOver && hasOnlyEarlierDates(entries, knownDates, since);
  const from = isReplaced ? new Date(now.getTime() - maxAgeMs) : since;
  const isNewlyListed = (entry: L) => isLate(entry, knownDates, since);
  const recent = hasTurnedOver ? recentOfAll(entries, from, isNewlyListed) : withoutArchive(updates, now);
  const fresh = recent.map((entry) => ({ entry, at: appearedAt(entry, since, now) }));
  const reachesBack = entries.some((entry) => isDatedBefore(entry, since) && !isNewlyListed(entry));
  const times = entries.some(isNewlyListed) ? [] : fresh.map(({ at }) => at.getTime());
  const to = new Date(Math.min(now.getTime(), ...times));
  const hasGap = hasTurnedOver && entries.length > 0 && (!reachesBack || isReplaced);
  return {
    fresh: withSharing(fresh, entries, before.known.keys),
    gap: hasGap ? { from: since, to } : null,
    known,
  };
}

/** Entries dated since the watch are new. If a long, late list has no others, it can leave some out. */
function judgeFirst<L extends Listed>(
  entries: readonly L[],
  watchedSince: Date,
  now: Date,
): Omit<ListNews<L>, "known"> {
  const fresh = entries.flatMap((entry) =>
    entry.publishedAt !== null && entry.publishedAt >= watchedSince ? [{ entry, at: entry.publishedAt }] : [],
  );
  const isLateRead = now.getTime() - watchedSince.getTime() > promptMs;
  const isWholeNew = entries.length > maxUnsure && fresh.length === entries.length;
  const oldest = new Date(Math.min(...fresh.map(({ at }) => at.getTime())));
  const gap = isLateRead && isWholeNew ? { from: watchedSince, to: oldest } : null;
  return { fresh: withSharing(fresh, entries, []), gap };
}

function withSharing<L extends Listed>(
  fresh: readonly { entry: L; at: Date }[],
  entries: readonly L[],
  keys: readonly string[],
): ListNews<L>["fresh"] {
  const listed = grouped(entries, ({ page }) => page);
  const known = grouped(keys.map(parsedKey), ({ page = "" }) => page);
  return fresh.map(({ entry, at }) => {
    const isShared = (listed.get(entry.page) ?? []).length > 1 || known.has(entry.page);
    return { entry, at, sharesPage: entry.page !== "" && isShared };
  });
}

function withoutArchive<L extends Listed>(updates: readonly L[], now: Date): L[] {
  const oldestMs = now.getTime() - maxAgeMs;
  return updates.filter(({ publishedAt }) => publishedAt === null || publishedAt.getTime() > oldestMs);
}

/** The dates of the last list. Null if an earlier version stored none. */
function datesOf({ keys, listed }: KnownList): ReadonlySet<string> | null {
  const dates = keys.slice(0, listed).map((key) => parsedKey(key).date);
  return dates.includes(undefined) ? null : new Set(dates as string[]);
}

function isDatedBefore({ publishedAt }: Listed, since: Date): boolean {
  return publishedAt !== null && publishedAt < since;
}

/**
 * Whether a long list without known entries has only new ones, although none is dated since the last read:
 * some feeds only state days. Known dates mean that the feed changed its ids.
 */
function hasOnlyEarlierDates(
  entries: readonly Listed[],
  knownDates: ReadonlySet<string> | null,
  since: Date,
): boolean {
  if (knownDates === null) return false;
  const dated = entries.filter(({ publishedAt }) => publishedAt !== null);
  return (
    dated.length > 0 && dated.every((entry) => isDatedBefore(entry, since) && !knownDates.has(entry.date))
  );
}

/** Whether an entry is dated shortly before the last read, which showed no entry with its date. */
function isLate(entry: Listed, knownDates: ReadonlySet<string> | null, since: Date): boolean {
  if (knownDates === null || !isDatedBefore(entry, since)) return false;
  return entry.publishedAt!.getTime() >= since.getTime() - lateMs && !knownDates.has(entry.date);
}

function recentOfAll<L extends Listed>(
  entries: readonly L[],
  since: Date,
  isNewlyListed: (entry: L) => boolean,
): L[] {
  const isShort = entries.length <= maxUnsure;
  const undated = entries.filter(({ publishedAt }) => publishedAt === null);
  const from = new Date(since.getTime() - (isShort ? dateMarginMs : 0));
  const dated = entries.filter(
    (entry) => entry.publishedAt !== null && (!isDatedBefore(entry, from) || isNewlyListed(entry)),
  );
  return undated.length <= maxUnsure ? [...dated, ...undated] : dated;
}

function unknownOf<L extends Listed>(entries: readonly L[], { keys, listed }: KnownList): L[] {
  const knownKeys = keys.map(parsedKey);
  const byId = grouped(knownKeys, ({ id }) => id);
  const unknown = entries.filter(
    (entry) => !(byId.get(entry.id) ?? []).some((key) => isSameById(entry, key)),
  );
  if (unknown.length === 0) return [];
  const shown = grouped(entries, ({ id }) => id);
  const isShown = (key: Key) => (shown.get(key.id) ?? []).some((entry) => isSameById(entry, key));
  const last = knownKeys.slice(0, listed);
  const lost = last.filter((key) => !isShown(key));
  const hasNewIds = lost.length === last.length && last.length > 1;
  return withoutRenamed(unknown, lost, hasNewIds);
}

/** A link may later point elsewhere. If the date changed, nothing else may: some feeds update all dates. */
function isSameById(entry: Listed, key: Key): boolean {
  if (entry.by !== "link" || key.content === undefined) return true;
  const isTitleSame = entry.title === key.title;
  const isContentSame = entry.content === key.content;
  if (entry.date !== key.date) return isTitleSame && isContentSame;
  return entry.date !== "" || isTitleSame || (isContentSame && entry.content !== "");
}

/** Removes entries that only reappear under a new id. Each dropped entry accounts for one of them. */
function withoutRenamed<L extends Listed>(
  unknown: readonly L[],
  lost: readonly Key[],
  hasNewIds: boolean,
): L[] {
  const lostByTitle = grouped(lost, ({ title }) => title);
  const take = (entry: L, isDateSame: boolean) => {
    const candidates = lostByTitle.get(entry.title) ?? [];
    const at = candidates.findIndex(
      (key) => (key.date === entry.date || !isDateSame) && isRenamed(entry, key, hasNewIds),
    );
    return at >= 0 && candidates.splice(at, 1).length > 0;
  };
  const others = unknown.filter((entry) => !take(entry, true));
  return others.filter((entry) => !take(entry, false));
}

/** A new id usually means a new entry, unless the feed changed all its ids or only the id differs. */
function isRenamed(entry: Listed, key: Key, hasNewIds: boolean): boolean {
  if (key.content === undefined) return true;
  const isContentSame = entry.content === key.content;
  const isDateSame = entry.date === key.date;
  if (entry.by === "id" && key.by === "id" && !hasNewIds) return isContentSame && isDateSame;
  return isContentSame || (isDateSame && entry.date !== "");
}

/** Entries that left the list stay known for a while, so they aren't new if they reappear. */
function nextKnown(entries: readonly Listed[], before: KnownList | null): KnownList {
  // A temporarily empty list is still the same list.
  if (entries.length === 0 && before !== null) return before;
  const keys = entries.map(getKey);
  const shown = grouped(entries, ({ id }) => id);
  const older = (before?.keys ?? []).filter((key) => {
    const parsed = parsedKey(key);
    return !(shown.get(parsed.id) ?? []).some((entry) => isSameById(entry, parsed));
  });
  const capacity = Math.min(maxKeys, Math.max(500, 2 * keys.length)) - keys.length;
  return { keys: [...keys, ...older.slice(0, Math.max(0, capacity))], listed: keys.length };
}

/** Entries dated before the last read still appeared after it. */
function appearedAt({ publishedAt }: Listed, since: Date, now: Date): Date {
  return publishedAt !== null && publishedAt >= since ? publishedAt : now;
}
