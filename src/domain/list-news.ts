/** An entry of a list as it is told from others: by its id, and by what it says and where it leads. */
export interface Listed {
  id: string;
  trait: string;
  /** When it was published, as the list says; null where it doesn't. */
  publishedAt: Date | null;
}

/** What is known of a list: its entries by `keyOf`, first those of its last read, `listed` of them, then older ones. */
export interface KnownList {
  keys: readonly string[];
  listed: number;
}

/** What one read of a list brought. */
export interface ListNews<L> {
  /** What was not there before, with the time from which it counts. */
  fresh: { entry: L; at: Date }[];
  /** Nobody can tell what was listed in this time. */
  gap: { from: Date; to: Date } | null;
  known: KnownList;
}

/** Entries without a time that are believed new where nothing else of a list is known. */
const mostUndated = 10;
const newestAgeMs = 7 * 24 * 3_600_000;
const mostKeys = 2_000;

export function keyOf({ id, trait }: Pick<Listed, "id" | "trait">): string {
  return `${id}.${trait}`;
}

/**
 * What is new in a list. What was not there at the last read has appeared since, whatever time it says, unless that is a week
 * ago. An entry that stands there under another id, saying the same, is not new. A list that shows nothing of what it showed
 * has turned over, or changed all its ids: only what says that it was published since is new, or the few of a short list that
 * says no times; what lies between is a gap, unless the list reaches back to before.
 */
export function judgeList<L extends Listed>(
  entries: readonly L[],
  before: { known: KnownList | null; readAt: Date | null; watchedSince: Date },
  now: Date,
): ListNews<L> {
  const known = nextKnown(entries, before.known);
  const since = before.readAt ?? before.watchedSince;
  const dated = (from: Date) =>
    entries.flatMap((entry) =>
      entry.publishedAt !== null && entry.publishedAt >= from ? [{ entry, at: entry.publishedAt }] : [],
    );
  if (before.known === null) return { fresh: dated(before.watchedSince), gap: null, known };
  const ids = new Set(before.known.keys.map(idOf));
  const last = before.known.keys.slice(0, before.known.listed);
  const shown = new Set(entries.map(({ id }) => id));
  // Of what was listed and is no more under its id.
  const lostTraits = new Set(last.filter((key) => !shown.has(idOf(key))).map(traitOf));
  const unknown = entries.filter(({ id }) => !ids.has(id));
  const news = unknown.filter(({ trait }) => !lostTraits.has(trait));
  const isKnown = last.length === 0 || news.length < entries.length;
  if (isKnown) {
    const oldest = now.getTime() - newestAgeMs;
    const recent = news.filter(({ publishedAt }) => publishedAt === null || publishedAt.getTime() > oldest);
    return {
      fresh: recent.map((entry) => ({ entry, at: appearedAt(entry, since, now) })),
      gap: null,
      known,
    };
  }
  const undated = news.filter(({ publishedAt }) => publishedAt === null);
  const few = undated.length <= mostUndated ? undated.map((entry) => ({ entry, at: now })) : [];
  const fresh = [...dated(since), ...few];
  const reachesBack = entries.some(({ publishedAt }) => publishedAt !== null && publishedAt < since);
  const to = new Date(Math.min(now.getTime(), ...fresh.map(({ at }) => at.getTime())));
  return { fresh, gap: reachesBack || entries.length === 0 ? null : { from: since, to }, known };
}

/** An entry that left the list and comes back is not new. */
function nextKnown(entries: readonly Listed[], before: KnownList | null): KnownList {
  // A list that shows nothing for a moment is still the same list.
  if (entries.length === 0 && before !== null) return before;
  const keys = entries.map(keyOf);
  const shown = new Set(entries.map(({ id }) => id));
  const older = before?.keys.filter((key) => !shown.has(idOf(key))) ?? [];
  const room = Math.min(mostKeys, Math.max(500, 2 * keys.length)) - keys.length;
  return { keys: [...keys, ...older.slice(0, Math.max(0, room))], listed: keys.length };
}

function idOf(key: string): string {
  return key.slice(0, key.indexOf("."));
}

function traitOf(key: string): string {
  return key.slice(key.indexOf(".") + 1);
}

/** One that says an older time than that of the last read came after it all the same. */
function appearedAt({ publishedAt }: Listed, since: Date, now: Date): Date {
  return publishedAt !== null && publishedAt >= since ? publishedAt : now;
}
