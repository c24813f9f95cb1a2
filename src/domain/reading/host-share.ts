/** Places per host that keep their normal interval, over all accounts. */
const maxPerHost = 100;
export const maxPerAccount = 10;

export interface HostPlace {
  place: string;
  owners: readonly string[];
  sinceMs: number;
  /** False until the first successful read, because users can invent URLs. */
  hasResponded: boolean;
}

export interface HostShare {
  /** If several places of the host are due, lower ones are read first. */
  turn: number;
  /** Factor by which the read interval grows. */
  slowdown: number;
}

/** Of a host, 100 places keep their interval, at most ten per account against abuse. The rest slow down. */
export function shareHost(places: readonly HostPlace[]): Map<string, HostShare> {
  const oldestFirst = places.toSorted((a, b) => a.sinceMs - b.sinceMs || (a.place < b.place ? -1 : 1));
  const used = new Map<string, number>();
  const first = new Set<HostPlace>();
  for (const one of oldestFirst) {
    const owner = ownerWithFewest(one.owners, used);
    if (!one.hasResponded || first.size >= maxPerHost || (used.get(owner) ?? 0) >= maxPerAccount) continue;
    first.add(one);
    used.set(owner, (used.get(owner) ?? 0) + 1);
  }
  const rest = oldestFirst.filter((one) => !first.has(one));
  const slowdown = 1 + rest.filter(({ hasResponded }) => hasResponded).length / maxPerHost;
  const waiting = new Map<string, number>();
  const shares = new Map([...first].map(({ place }) => [place, { turn: 0, slowdown: 1 }]));
  for (const { place, owners, hasResponded } of rest) {
    const owner = ownerWithFewest(owners, waiting);
    const turn = (waiting.get(owner) ?? 0) + 1;
    waiting.set(owner, turn);
    // Before the first response, the interval depends on failures only.
    shares.set(place, { turn, slowdown: hasResponded ? slowdown : 1 });
  }
  return shares;
}

/** The owner with the fewest places so far. All places without an owner count as one owner's. */
function ownerWithFewest(owners: readonly string[], counts: ReadonlyMap<string, number>): string {
  const fewer = (one: string, other: string) =>
    (counts.get(other) ?? 0) < (counts.get(one) ?? 0) ? other : one;
  return owners.length === 0 ? "" : owners.reduce(fewer);
}
