const epochMs = Date.UTC(2020, 0, 1);
const tracks = 32;
/** Track number of items written by users or tests. */
export const handTrack = tracks - 1;

/** 13 characters in base 36, not starting with '0'. */
const commentFloor = 36n ** 12n;
const commentSpan = 35n * commentFloor;
/** Coprime to the span, so multiplication is a permutation. */
const commentFactor = 1442695040888963411n;
const commentInverse = inverse(commentFactor % commentSpan, commentSpan);

/**
 * Ids encode time and track. A restarted sandbox therefore writes the same items with the same ids, and an id
 * is enough to find its item. Post ids increase. Comment ids are shuffled, as on Reddit since 2026.
 */
export class Ids {
  readonly #tickMs: number;
  #lastByHand = 0;

  constructor(tickMs: number) {
    this.#tickMs = tickMs;
  }

  serial(atMs: number, track: number): number {
    return Math.floor((atMs - epochMs) / this.#tickMs) * tracks + track;
  }

  serialByHand(atMs: number): number {
    this.#lastByHand = Math.max(this.serial(atMs, handTrack), this.#lastByHand + tracks);
    return this.#lastByHand;
  }

  /** Returns the first time that this serial can belong to. */
  getMoment(serial: number): { atMs: number; tickMs: number; track: number } {
    return {
      atMs: Math.floor(serial / tracks) * this.#tickMs + epochMs,
      tickMs: this.#tickMs,
      track: serial % tracks,
    };
  }
}

export function postFullname(serial: number): string {
  return `t3_${serial.toString(36)}`;
}

export function commentFullname(serial: number): string {
  const shuffled = ((BigInt(serial) * commentFactor) % commentSpan) + commentFloor;
  return `t1_${shuffled.toString(36)}`;
}

/** Returns null if it isn't an id of the sandbox. */
export function getSerial(fullname: string): number | null {
  const id = fullname.slice(3);
  if (!/^[0-9a-z]{1,13}$/.test(id)) return null;
  if (fullname.startsWith("t3_")) return parseInt(id, 36);
  if (!fullname.startsWith("t1_") || id.length !== 13) return null;
  let value = 0n;
  for (const digit of id) value = value * 36n + BigInt(parseInt(digit, 36));
  const serial = ((value - commentFloor) * commentInverse) % commentSpan;
  return serial > 0n && serial <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(serial) : null;
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [value, modulus, 1n, 0n];
  while (b > 0n) {
    const quotient = a / b;
    [a, b, x, y] = [b, a % b, y, x - quotient * y];
  }
  if (a !== 1n) throw new RangeError("the factor and the span aren't coprime");
  return ((x % modulus) + modulus) % modulus;
}
