import { counted, formatCount } from "@/domain/text/counted";
import { formatDay, formatMoment, formatTime, localDay } from "@/domain/time/moment";

export const healthTexts = {
  ok: null,
  private: "Private, so we can't read it",
  banned: "Banned by Reddit",
  quarantined: "Quarantined, so we can't read it",
  gated: "Requires a manual confirmation",
  missing: "This subreddit doesn't exist",
} as const;

export const healthAdvice = {
  ok: null,
  private: "We'll keep checking. If it stays private, remove it from this watch.",
  banned: "It no longer gets new posts. Remove it from this watch.",
  quarantined: "We'll keep checking. If this doesn't change, remove it from this watch.",
  gated: "We'll keep checking. If this doesn't change, remove it from this watch.",
  missing: "Check the spelling, or remove it from this watch.",
} as const;

const countTexts: Readonly<Record<string, (count: number) => string>> = {
  files: (count) => `${counted(count, "file")} read`,
  articles: (count) => counted(count, "article"),
  unfiled: (count) => `${formatCount(count)} only in the list`,
  late: (count) => `${formatCount(count)} appeared late`,
  unlisted: (count) =>
    count === 1
      ? "1 skipped because its author asks not to be indexed"
      : `${formatCount(count)} skipped because their authors ask not to be indexed`,
  older: (count) => `${counted(count, "older one")} left out`,
  invalid: (count) => `${formatCount(count)} unreadable`,
};

/** Describes the counts of a day: 'Today: 96 files read, 3 appeared late'. Null without any. */
export function todayText(today: Readonly<Record<string, number>> | undefined): string | null {
  const counts = Object.entries(countTexts).flatMap(([name, text]) => {
    const count = today?.[name] ?? 0;
    return count > 0 ? [text(count)] : [];
  });
  return counts.length === 0 ? null : `Today: ${counts.join(", ")}`;
}

export const notReadHere = "not read here";

const ownIssues: Readonly<Record<string, TroubleTexts>> = {
  polls: { title: "Checks are delayed.", text: "We'll catch up from where we left off." },
  mails: {
    title: "Your emails are delayed.",
    text: "We'll send them as soon as the email provider accepts them.",
  },
  channels: {
    title: "A channel was turned off.",
    text: "It won't receive alerts until you turn it back on.",
    link: { text: "View channels", href: "/settings#channels" },
  },
  "too-many": {
    title: "A watch has exceeded its daily limit.",
    text: "We only count further matches. See Keywords for details.",
  },
  "too-much-text": {
    title: "Your matches contain more text than your plan stores in a day.",
    text: "Further matches are only counted. Your keyword watches show the counts.",
  },
};

interface TroubleTexts {
  title: string;
  text: string;
  link?: { text: string; href: "/settings#channels" };
}

const list = new Intl.ListFormat("en-GB");

/** Returns the most severe problem, or null. Site problems come first and are combined. */
export function issueTexts(
  issues: readonly string[],
  sites: readonly { id: string; name: string; since: string | null }[],
  timeZone: string,
): TroubleTexts | null {
  const ailing = sites.filter(({ id }) => issues.includes(id));
  if (ailing.length > 0) {
    const names = list.format(ailing.map(({ name }) => name));
    const [first] = ailing.flatMap(({ since }) => since ?? []).sort();
    const since = first === undefined ? "" : `Since ${sinceText(new Date(first), timeZone)}. `;
    return {
      title: `We're having trouble reading ${names}.`,
      text: `${since}We'll keep trying and catch up.`,
    };
  }
  return issues.map((issue) => ownIssues[issue]).find((texts) => texts !== undefined) ?? null;
}

/** Formats an absolute time, so the text stays correct: '14:03 on 21 November'. */
function sinceText(at: Date, timeZone: string): string {
  return `${formatTime(at, timeZone)} on ${formatDay(localDay(at, timeZone))}`;
}

interface GapSummary {
  filledAt: string | null;
  items: number | null;
}

interface KindGap extends GapSummary {
  from: string;
  to: string;
}

/** The gaps of a place. Posts and comments (or items with different reasons) missed at the same time are one. */
export function mergeKinds<T extends KindGap>(gaps: readonly T[]): T[] {
  const merged = new Map<string, T>();
  for (const gap of gaps) {
    const key = `${gap.from} ${gap.to}`;
    const other = merged.get(key);
    if (other === undefined) merged.set(key, gap);
    else {
      const items = other.items === null || gap.items === null ? null : other.items + gap.items;
      merged.set(key, { ...other, items, filledAt: other.filledAt && gap.filledAt });
    }
  }
  return [...merged.values()];
}

export const countGaps = (places: readonly { gaps: readonly KindGap[] }[]) =>
  places.reduce((sum, { gaps }) => sum + mergeKinds(gaps).length, 0);

export const hasMoreGaps = (places: readonly { hasMoreGaps?: boolean | undefined }[]) =>
  places.some((place) => place.hasMoreGaps === true);

/** 'no gaps', or the number of gaps in seven days, of missed items if known, and of gaps filled later. */
export function gapsText(gaps: readonly GapSummary[], hasMore = false): string {
  if (gaps.length === 0) return "no gaps";
  const filled = gaps.filter((gap) => gap.filledAt !== null).length;
  const items = gaps.reduce((sum, gap) => sum + (gap.items ?? 0), 0);
  const all = `${hasMore ? "at least " : ""}${counted(gaps.length, "gap")}${items === 0 ? "" : ` (${counted(items, "item")})`}`;
  if (filled === 0) return all;
  return filled === gaps.length ? `${all}, since backfilled` : `${all}, ${filled} since backfilled`;
}

export function tooManyText({
  day,
  recorded,
  missed,
}: {
  day: string;
  recorded: number;
  missed: number;
}): string {
  return `Too many on ${formatDay(day)}: ${formatCount(recorded)} recorded, ${formatCount(missed)} more not recorded`;
}

export function tooMuchText({
  day,
  megabytes,
  missed,
}: {
  day: string;
  megabytes: number;
  missed: number;
}): string {
  return `Too much text on ${formatDay(day)}: ${formatCount(megabytes)} MB recorded, ${formatCount(missed)} more matches not recorded`;
}

export const tooManyAdvice = "To reduce matches, use a longer keyword, whole words or fewer places.";

interface Readable {
  isOn: boolean;
  health: keyof typeof healthTexts;
  reason?: string | undefined;
}

export function unreadText({ isOn, health, reason }: Readable): string | null {
  if (!isOn) return notReadHere;
  return reason ?? healthTexts[health];
}

export function unreadAdvice({ health, reason }: Readable): string {
  if (reason === undefined) return healthAdvice[health] ?? "";
  return health === "ok"
    ? "We'll keep trying."
    : "We'll try again daily. If this doesn't change, remove it from this watch.";
}

export const slowedText = "checked less often, because we read many places on this host";

interface ReadState extends Readable {
  posts: { readAt: string | null };
  comments: { readAt: string | null };
  gaps: readonly KindGap[];
  hasMoreGaps?: boolean | undefined;
}

/** 'Fully read at 14:03 · no gaps', with the oldest time of its readable places. */
export function watchReadText(places: readonly ReadState[], now: Date, timeZone: string): string {
  const readable = places.filter((place) => unreadText(place) === null);
  if (readable.length === 0) return "Not read";
  const gaps = gapsText(
    readable.flatMap((one) => mergeKinds(one.gaps)),
    hasMoreGaps(readable),
  );
  const reads = readable.flatMap(({ posts, comments }) => [posts.readAt, comments.readAt]);
  if (reads.includes(null)) return "First check in progress";
  const at = new Date(Math.min(...reads.map((readAt) => Date.parse(readAt ?? ""))));
  const isToday = localDay(at, timeZone) === localDay(now, timeZone);
  return `Fully read ${isToday ? "at " : ""}${formatMoment(at, now, timeZone)} · ${gaps}`;
}
