import { type InChunks, inChunks } from "./compiled";

export type SiteBlobs = ReadonlyMap<string, ArrayBuffer>;

const headBytes = 4;
const chunkBytes = 2 ** 18;

/** Joins the buffers of all sites: length of the list, list of sites and byte lengths as JSON, buffers. */
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

/** Splits into one copied buffer per site. Returns null if the data is invalid or truncated. */
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
    // Written by another version: recompile.
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
