const epochMs = Date.UTC(2020, 0, 1);
const tracks = 32;
/** Things that no stream wrote, but a person or a test. */
export const handTrack = tracks - 1;

/** 13 characters in base 36, the first of them never '0'. */
const commentFloor = 36n ** 12n;
const commentSpan = 35n * commentFloor;
/** Prime to the span, so that multiplying only shuffles it. */
const commentFactor = 1442695040888963411n;
const commentInverse = inverse(commentFactor % commentSpan, commentSpan);

/**
 * Ids are made from the moment and the track, so that a sandbox that starts again writes the same things under the
 * same ids, and any of them can be found again by its id alone. Posts' ids grow; comments' are shuffled, as they
 * have been since 2026.
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

  /** The first moment at which this serial could have been given out. */
  momentOf(serial: number): { atMs: number; tickMs: number; track: number } {
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

/** Null for what cannot be one of ours. */
export function serialOf(fullname: string): number | null {
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
  if (a !== 1n) throw new RangeError("the factor is not prime to the span");
  return ((x % modulus) + modulus) % modulus;
}
