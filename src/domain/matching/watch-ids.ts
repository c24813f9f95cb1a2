/** Watch ids (UUIDs) as 16 bytes each, concatenated. */
export const idBytes = 16;
const bytesInHex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const bytesBeforeDash = new Set([4, 6, 8, 10]);
const searchedId = new Uint8Array(idBytes);

export function writeWatchId(watchId: string, to: Uint8Array, at: number): void {
  let digit = 0;
  for (let byte = 0; byte < idBytes; byte++) {
    if (bytesBeforeDash.has(byte)) digit++;
    to[at + byte] = (digitAt(watchId, digit) << 4) | digitAt(watchId, digit + 1);
    digit += 2;
  }
}

export function watchIdAt(ids: Uint8Array, number: number): string {
  const from = number * idBytes;
  const part = (start: number, end: number): string => {
    let text = "";
    for (let at = from + start; at < from + end; at++) text += bytesInHex[ids[at]!]!;
    return text;
  };
  return `${part(0, 4)}-${part(4, 6)}-${part(6, 8)}-${part(8, 10)}-${part(10, 16)}`;
}

export function isAscending(ids: Uint8Array, number: number): boolean {
  if (number === 0) return true;
  for (let at = number * idBytes; at < (number + 1) * idBytes; at++) {
    const difference = ids[at]! - ids[at - idBytes]!;
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** Binary search in ascending ids. Returns -1 if the id is missing. */
export function findWatchId(ids: Uint8Array, watchId: string): number {
  writeWatchId(watchId, searchedId, 0);
  let low = 0;
  let high = ids.length / idBytes - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const difference = compareWithSearchedId(ids, middle);
    if (difference === 0) return middle;
    if (difference < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function compareWithSearchedId(ids: Uint8Array, number: number): number {
  for (let at = 0; at < idBytes; at++) {
    const difference = ids[number * idBytes + at]! - searchedId[at]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

function digitAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit <= 0x39 ? unit - 0x30 : (unit | 0x20) - 0x57;
}
