/** Mixes numbers into 32 bits (the finalizer of MurmurHash3 over each part). */
export function hash(...parts: number[]): number {
  let mixed = 0x9e3779b9;
  for (const part of parts) {
    const low = part >>> 0;
    const high = Math.floor(part / 0x100000000) >>> 0;
    mixed = scramble(mixed ^ low);
    if (high !== 0) mixed = scramble(mixed ^ high);
  }
  return mixed >>> 0;
}

export function hashText(text: string): number {
  let mixed = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    mixed = Math.imul(mixed ^ text.charCodeAt(index), 0x01000193);
  }
  return scramble(mixed) >>> 0;
}

function scramble(value: number): number {
  let mixed = value + 0x6d2b79f5;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** A small seeded generator (mulberry32). The same seed gives the same sequence. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const picked = list[this.int(list.length)];
    if (picked === undefined) throw new RangeError("nothing to pick from");
    return picked;
  }
}
