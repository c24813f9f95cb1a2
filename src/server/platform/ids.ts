import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const idBytes = 16;
/** Random bytes of 256 ids: asked for one by one they take some eight times as long as all the rest of an id. */
const random = new Uint8Array(256 * idBytes);
let used = random.length;

let msecs = 0;
let seq = 0;

/** A new entity id: UUIDv7, so that ids sort by creation; within a millisecond they count up from a random number. */
export function newId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const own = random.subarray(used, (used += idBytes));
  const nowMs = Date.now();
  if (nowMs > msecs) {
    msecs = nowMs;
    seq = (own[6]! << 16) | (own[7]! << 8) | own[8]!;
  } else {
    seq += 1;
  }
  return v7({ random: own, msecs, seq });
}
