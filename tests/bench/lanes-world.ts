import type { ItemKind } from "@/domain/reading/item";

/** One kind of item at one place, with its arrival times (ms from the start, ascending). */
export interface Source {
  place: string;
  kind: ItemKind;
  /** Items per minute, without bursts. */
  rate: number;
  arrivals: Float64Array;
}

const minuteMs = 60_000;
/** Items per minute on the whole site, and the number of its places. */
export const siteRate: Record<ItemKind, number> = { comment: 130 * 60, post: 20 * 60 };
const sitePlaces = 150_000;
/** Rates by rank are 1 / (rank + offset), so the busiest place has a fiftieth of all items. */
const offset = 5;
const harmonic = Math.log((sitePlaces + offset) / (offset + 0.5));

/** Bursts per hour and source, their length, their factor, and the maximum of extra items per minute. */
const burst = { perHour: 0.05, minutes: 10, factor: 15, max: 300 };

/** Watched places with Zipf rates. Popular places are more likely to be watched. */
export function makeSources(size: {
  places: number;
  minutes: number;
  seed: number;
  /** Draw from this many of the busiest places (default: all). */
  busiest?: number;
}): Source[] {
  const random = mulberry(size.seed + size.places);
  const sources: Source[] = [];
  for (const rank of drawRanks(size.places, size.busiest ?? sitePlaces, random)) {
    for (const kind of ["post", "comment"] as const) {
      const rate = siteRate[kind] / harmonic / (rank + offset);
      const arrivals = drawArrivals(rate, size.minutes, random);
      sources.push({ place: `place_${rank}`, kind, rate, arrivals });
    }
  }
  return sources;
}

/**
 * Distinct ranks with a probability proportional to 1 / sqrt(rank), between uniform and proportional to
 * readership.
 */
function drawRanks(count: number, outOf: number, random: () => number): number[] {
  const ranks = new Set<number>();
  while (ranks.size < count) ranks.add(1 + Math.floor(outOf * random() ** 2));
  return [...ranks];
}

function drawArrivals(rate: number, minutes: number, random: () => number): Float64Array {
  const times: number[] = [];
  let burstLeft = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    if (burstLeft === 0 && random() < burst.perHour / 60) burstLeft = burst.minutes;
    const expected = burstLeft > 0 ? Math.min(rate * burst.factor, rate + burst.max) : rate;
    burstLeft = Math.max(0, burstLeft - 1);
    const count = drawPoisson(expected, random);
    for (let n = 0; n < count; n += 1) times.push((minute + random()) * minuteMs);
  }
  return Float64Array.from(times).sort();
}

function drawPoisson(expected: number, random: () => number): number {
  if (expected > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.round(expected + Math.sqrt(expected) * normal));
  }
  let count = 0;
  for (let product = random(), floor = Math.exp(-expected); product > floor; product *= random()) count += 1;
  return count;
}

export function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
