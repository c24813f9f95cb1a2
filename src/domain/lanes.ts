import type { ItemKind } from "./item";

/** What has been read of one kind of a subreddit, as far as planning needs it. */
export interface ReadState {
  subreddit: string;
  kind: ItemKind;
  /** The last complete read; null: the next one is a baseline. */
  readAt: Date | null;
  sweptAt: Date | null;
  /** Items a minute. */
  rate: number;
}

/** The grouping of one poll: what one request can read together. */
export interface Lane {
  kind: ItemKind;
  subreddits: string[];
  /** The first read since somebody watches: one page. */
  baseline: boolean;
  /** Due for a few pages beyond the stop rule, to pick up late approvals. */
  sweep: boolean;
}

export const pageSize = 100;
const maxNames = 100;
/** Names joined by '+'; the whole address stays below 4 kB. */
const maxNamesLength = 3_500;
/** A page must cover this many intervals at the measured rate. */
const coveredIntervals = 3;
const maxBaselineNames = 10;
export const sweepEveryMs = 15 * 60_000;

/**
 * Groups subreddits into lanes such that a page of 100 covers at least three intervals at their measured
 * rates; busy ones stand alone. Lanes come in the order in which they should be read: baselines first, then
 * most expected new items. Interval in milliseconds. Source: design/architecture.md section 5.
 */
export function planLanes(reads: readonly ReadState[], now: Date, intervalMs: number): Lane[] {
  const lanes: Lane[] = [];
  for (const kind of ["post", "comment"] as const) {
    const ofKind = reads.filter((read) => read.kind === kind);
    lanes.push(
      ...group(
        ofKind.filter((read) => read.readAt === null),
        kind,
        true,
        intervalMs,
        now,
      ),
    );
    lanes.push(
      ...group(
        ofKind.filter((read) => read.readAt !== null),
        kind,
        false,
        intervalMs,
        now,
      ),
    );
  }
  const byKey = new Map(reads.map((read) => [`${read.kind} ${read.subreddit}`, read]));
  const urgency = (lane: Lane) =>
    lane.baseline
      ? Number.POSITIVE_INFINITY
      : lane.subreddits.reduce(
          (sum, name) => sum + expectedItems(byKey.get(`${lane.kind} ${name}`)!, now),
          0,
        );
  const scored = lanes.map((lane) => ({ lane, score: urgency(lane) }));
  return scored.sort((a, b) => (a.score === b.score ? 0 : b.score - a.score)).map(({ lane }) => lane);
}

/** New items to expect since the last complete read; a quiet one gains a little with every minute, so none starves. */
function expectedItems(read: ReadState, now: Date): number {
  const waitedMinutes = (now.getTime() - (read.readAt?.getTime() ?? 0)) / 60_000;
  return (read.rate + 0.1) * Math.min(waitedMinutes, 24 * 60);
}

function group(reads: ReadState[], kind: ItemKind, baseline: boolean, intervalMs: number, now: Date): Lane[] {
  const lanes: Lane[] = [];
  const room = pageSize / coveredIntervals;
  let filled = 0;
  let length = 0;
  let lane: Lane | null = null;
  const byLoad = reads
    .map((read) => ({ read, load: loadOf(read, intervalMs, now) }))
    .sort((a, b) => a.load - b.load || (a.read.subreddit < b.read.subreddit ? -1 : 1));
  for (const { read, load } of byLoad) {
    const full =
      lane === null ||
      lane.subreddits.length >= (baseline ? maxBaselineNames : maxNames) ||
      length + read.subreddit.length + 1 > maxNamesLength ||
      filled + load > room;
    if (full) {
      lane = { kind, subreddits: [], baseline, sweep: false };
      lanes.push(lane);
      filled = 0;
      length = 0;
    }
    lane!.subreddits.push(read.subreddit);
    lane!.sweep ||= !baseline && now.getTime() - (read.sweptAt?.getTime() ?? 0) >= sweepEveryMs;
    filled += load;
    length += read.subreddit.length + 1;
  }
  return lanes;
}

/** Items that a page has to hold for it: one that is behind has more than an interval's worth, and reads alone. */
function loadOf(read: ReadState, intervalMs: number, now: Date): number {
  const sinceMs =
    read.readAt === null ? intervalMs : Math.max(intervalMs, now.getTime() - read.readAt.getTime());
  return (read.rate * sinceMs) / 60_000;
}

/** How a lane is called where a run says what happened. */
export function laneName(lane: Lane): string {
  const [first] = lane.subreddits;
  return `${lane.kind}s of ${first}${lane.subreddits.length > 1 ? ` and ${lane.subreddits.length - 1} more` : ""}`;
}
