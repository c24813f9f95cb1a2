export interface ForumPosition {
  /** All visible posts up to this number have been read. Null before the first read. */
  reached: number | null;
  /** If a read was interrupted on its way down, posts from this number on have been read. Otherwise null. */
  below: number | null;
  /** The value of `reached` once the interrupted read is complete. */
  goal: number | null;
}

/** A read of a forum from its highest number down to the known ones. */
export interface ForumWalk extends ForumPosition {
  /** Consecutive pages without posts. */
  empty: number;
  isDown: boolean;
}

export interface ShownPost {
  number: number;
  createdAt: Date | null;
}

/** The result of one page: new post numbers, and the count of hidden numbers in between. */
export interface ForumStep {
  walk: ForumWalk;
  isNews(number: number): boolean;
  hidden: number;
}

/** A post may appear two minutes after one with a higher number, and a page may be a minute old. */
const debounceMs = 3 * 60_000;
/** Timestamps further in the future than this are invalid. */
const aheadMs = 5 * 60_000;
/** Old versions list this many numbers per page, and all can be hidden. */
const window = 50;
const maxEmpty = 40;

export function beginWalk({ reached, below, goal }: ForumPosition): ForumWalk {
  return { reached, below, goal, empty: 0, isDown: false };
}

/** On first read, posts before `since` aren't new. `reached` stops before posts under three minutes old. */
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
  const isDown = low <= (floor ?? 0) + 1 || empty >= maxEmpty;
  const reached = Math.max(floor ?? 0, goal ?? low - 1);
  return {
    walk: isDown
      ? { reached, below: null, goal: null, empty, isDown }
      : { reached: walk.reached, below: low, goal, empty, isDown },
    isNews: (number) => number > (floor ?? 0),
    hidden: hiddenBetween(numbers, Math.max(low, (floor ?? 0) + 1), Math.min(upper, goal ?? 0)),
  };
}

function floorOf(shown: readonly ShownPost[], since: Date): number | null {
  const before = shown.filter(({ createdAt }) => createdAt !== null && createdAt < since);
  return before.length === 0 ? null : Math.max(...before.map(({ number }) => number));
}

/** Highest number below which no post can still appear. Null if all shown posts are too recent. */
function goalOf(shown: readonly ShownPost[], now: Date): number | null {
  const isYoung = ({ createdAt }: ShownPost) => {
    const ageMs = createdAt === null ? Infinity : now.getTime() - createdAt.getTime();
    return ageMs < debounceMs && ageMs > -aheadMs;
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
