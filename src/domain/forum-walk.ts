/** Where the reading of a forum stands. */
export interface ForumPosition {
  /** All numbers up to here are read, or are not shown; null: nothing was read yet. */
  reached: number | null;
  /** Where a read broke off on its way down: what lies above is read. Null: none did. */
  below: number | null;
  /** What is reached when the read that broke off has come down. */
  goal: number | null;
}

/** A read of a forum on its way from its newest number down to what is known. */
export interface ForumWalk extends ForumPosition {
  /** Pages in a row that showed nothing. */
  empty: number;
  /** Whether all is read. */
  isDown: boolean;
}

/** What a page showed. */
export interface ShownPost {
  number: number;
  /** Null where it is not told. */
  createdAt: Date | null;
}

/** What one page of a walk brought: the numbers that are news, and how many have passed that are not shown. */
export interface ForumStep {
  walk: ForumWalk;
  isNews(number: number): boolean;
  hidden: number;
}

/** Of a number that was given out another may be shown first: it has two minutes to come, and a page may be a minute old. */
const settleMs = 3 * 60_000;
/** A time that lies further ahead is no time of writing. */
const aheadMs = 5 * 60_000;
/** Old versions show so many numbers on a page, of which none may be for everybody. */
const window = 50;
const mostEmpty = 40;

export function beginWalk({ reached, below, goal }: ForumPosition): ForumWalk {
  return { reached, below, goal, empty: 0, isDown: false };
}

/**
 * One page further down. `since`: what was written before is no news to a first read. It is down where nothing is left between
 * the page and what is known. What is then reached ends with the last post before the first that is younger than three
 * minutes, so that a number which shows late is still found.
 */
export function stepDown(
  walk: ForumWalk,
  posts: readonly ShownPost[],
  { now, since }: { now: Date; since: Date },
): ForumStep {
  const { below } = walk;
  const shown = posts.filter(({ number }) => below === null || number < below);
  const numbers = new Set(shown.map(({ number }) => number));
  const upper = below === null ? Math.max(0, ...numbers) : below - 1;
  const low = numbers.size > 0 ? Math.min(...numbers) : Math.max(0, upper + 1 - window);
  const floor = walk.reached ?? floorOf(shown, since);
  const goal = walk.goal ?? goalOf(shown, now);
  const empty = numbers.size > 0 ? 0 : walk.empty + 1;
  const isDown = low <= (floor ?? 0) + 1 || empty >= mostEmpty;
  const reached = Math.max(floor ?? 0, goal ?? low - 1);
  return {
    walk: isDown
      ? { reached, below: null, goal: null, empty, isDown }
      : { reached: walk.reached, below: low, goal, empty, isDown },
    isNews: (number) => number > (floor ?? 0),
    hidden: hiddenBetween(numbers, Math.max(low, (floor ?? 0) + 1), Math.min(upper, goal ?? 0)),
  };
}

/** The newest that was written before anybody watched. */
function floorOf(shown: readonly ShownPost[], since: Date): number | null {
  const before = shown.filter(({ createdAt }) => createdAt !== null && createdAt < since);
  return before.length === 0 ? null : Math.max(...before.map(({ number }) => number));
}

/**
 * The last number before those of which somebody can't be sure yet that no other comes between them. Null where nothing that
 * is shown is old enough to tell.
 */
function goalOf(shown: readonly ShownPost[], now: Date): number | null {
  const isYoung = ({ createdAt }: ShownPost) => {
    const ageMs = createdAt === null ? Infinity : now.getTime() - createdAt.getTime();
    return ageMs < settleMs && ageMs > -aheadMs;
  };
  const first = Math.min(...shown.filter(isYoung).map(({ number }) => number));
  const old = shown.filter(({ number }) => number < first).map(({ number }) => number);
  return old.length === 0 ? null : Math.max(...old);
}

function hiddenBetween(numbers: ReadonlySet<number>, from: number, to: number): number {
  let shown = 0;
  for (const number of numbers) if (number >= from && number <= to) shown += 1;
  return Math.max(0, to - from + 1 - shown);
}
