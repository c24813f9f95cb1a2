import { type InChunks, inChunks } from "./compiled";

/** A site's rules as one buffer. */
export type SiteBlobs = ReadonlyMap<string, ArrayBuffer>;

const headBytes = 4;
const chunkBytes = 2 ** 18;

/** All sites' buffers in one: the length of a list, the list of sites and lengths as JSON, the buffers. */
export function* joinBlobs(blobs: SiteBlobs): InChunks<ArrayBuffer> {
  const list = new TextEncoder().encode(
    JSON.stringify([...blobs].map(([site, { byteLength }]) => [site, byteLength])),
  );
  const bytes = [...blobs.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  const joined = new ArrayBuffer(headBytes + list.byteLength + bytes);
  new DataView(joined).setUint32(0, list.byteLength);
  const to = new Uint8Array(joined);
  to.set(list, headBytes);
  let start = headBytes + list.byteLength;
  for (const blob of blobs.values()) {
    const from = new Uint8Array(blob);
    const begin = start;
    yield* inChunks(blob.byteLength, (at, stop) => to.set(from.subarray(at, stop), begin + at), chunkBytes);
    start += blob.byteLength;
  }
  return joined;
}

/** The sites' buffers, each a copy of its own; null where it is none of these, or not whole. */
export function splitBlobs(joined: ArrayBuffer): SiteBlobs | null {
  if (joined.byteLength < headBytes) return null;
  const listEnd = headBytes + new DataView(joined).getUint32(0);
  if (listEnd > joined.byteLength) return null;
  const list: unknown = parseJson(new Uint8Array(joined, headBytes, listEnd - headBytes));
  if (!isList(list)) return null;
  const blobs = new Map<string, ArrayBuffer>();
  let start = listEnd;
  for (const [site, length] of list) {
    blobs.set(site, joined.slice(start, start + length));
    start += length;
  }
  return start === joined.byteLength ? blobs : null;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // What another version wrote is compiled anew.
    return null;
  }
}

function isList(value: unknown): value is [string, number][] {
  return (
    Array.isArray(value) &&
    value.every(
      (entry) =>
        Array.isArray(entry) &&
        entry.length === 2 &&
        typeof entry[0] === "string" &&
        Number.isSafeInteger(entry[1]) &&
        entry[1] >= 0,
    )
  );
}
