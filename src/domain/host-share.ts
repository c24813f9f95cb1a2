/** Places on one host that are read at their own pace, over all accounts. */
const mostOfHost = 100;
/** How many of them can be one account's. */
export const mostOfAccount = 10;

/** A place on a host that people have named by its address. */
export interface HostPlace {
  place: string;
  /** The accounts whose watches name it. */
  owners: readonly string[];
  /** When it began to be watched, ms. */
  sinceMs: number;
  /** False until it has been read: anybody can make addresses up. */
  hasAnswered: boolean;
}

export interface HostShare {
  /** The order in which places of the host are read when several are due: lower comes first. */
  turn: number;
  /** How many times longer than usual a place waits for its next read. */
  slowdown: number;
}

/**
 * Shares a host among the places on it. A host is asked once a second, whoever asks. The first 100 places that have answered
 * come first and are read as often as usual, at most ten of them for one account, so nobody can use them up for others. The
 * rest follows, one of each account after the other, and waits the longer the more there are: together they never take more
 * of the host than another hundred.
 */
export function shareHost(places: readonly HostPlace[]): Map<string, HostShare> {
  const oldestFirst = places.toSorted((a, b) => a.sinceMs - b.sinceMs || (a.place < b.place ? -1 : 1));
  const used = new Map<string, number>();
  const first = new Set<HostPlace>();
  for (const one of oldestFirst) {
    const owner = leastOf(one.owners, used);
    if (!one.hasAnswered || first.size >= mostOfHost || (used.get(owner) ?? 0) >= mostOfAccount) continue;
    first.add(one);
    used.set(owner, (used.get(owner) ?? 0) + 1);
  }
  const rest = oldestFirst.filter((one) => !first.has(one));
  const slowdown = 1 + rest.filter(({ hasAnswered }) => hasAnswered).length / mostOfHost;
  const waiting = new Map<string, number>();
  const shares = new Map([...first].map(({ place }) => [place, { turn: 0, slowdown: 1 }]));
  for (const { place, owners, hasAnswered } of rest) {
    const owner = leastOf(owners, waiting);
    const turn = (waiting.get(owner) ?? 0) + 1;
    waiting.set(owner, turn);
    // How long one waits that has not answered yet, its failures decide.
    shares.set(place, { turn, slowdown: hasAnswered ? slowdown : 1 });
  }
  return shares;
}

/** The owner who has the least; of a place that nobody owns everybody. */
function leastOf(owners: readonly string[], counts: ReadonlyMap<string, number>): string {
  const least = (one: string, other: string) =>
    (counts.get(other) ?? 0) < (counts.get(one) ?? 0) ? other : one;
  return owners.length === 0 ? "" : owners.reduce(least);
}
