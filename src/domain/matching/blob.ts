import { type Compiled, inChunks, type InChunks } from "./compiled";

/** Increment when the meaning of the arrays changes. Blobs of other versions are ignored. */
export const blobVersion = 9;
const magic = 0x45415253;
const headWords = 3;

const sections = {
  buckets: Int32Array,
  terms: Int32Array,
  texts: Uint8Array,
  shortFilter: Int32Array,
  sixFilter: Int32Array,
  fourFilter: Int32Array,
  allFrom: Int32Array,
  allRules: Int32Array,
  groupFrom: Int32Array,
  groupTerms: Int32Array,
  groupRules: Int32Array,
  groupFilterFrom: Int32Array,
  groupFilters: Int32Array,
  keyKinds: Int32Array,
  keyFrom: Int32Array,
  keyHashes: Int32Array,
  keyPlaces: Int32Array,
  keyRules: Int32Array,
  expressionRules: Int32Array,
  expressionFrom: Int32Array,
  expressions: Uint8Array,
  places: Uint16Array,
  needs: Uint8Array,
  sinceSeconds: Uint32Array,
  revisions: Uint8Array,
  highRevisions: Int32Array,
  watchIds: Uint8Array,
} as const;
const names = Object.keys(sections) as (keyof Compiled)[];
const chunkBytes = 2 ** 16;

/** Packs everything into one buffer: header, then offset and byte length of each array, then the arrays. */
export function* pack(compiled: Compiled): InChunks<ArrayBuffer> {
  const head = new Int32Array(headWords + 2 * names.length);
  head.set([magic, blobVersion, names.length]);
  let end = head.byteLength;
  names.forEach((name, index) => {
    head.set([end, compiled[name].byteLength], headWords + 2 * index);
    end += (compiled[name].byteLength + 3) & ~3;
  });
  const blob = new ArrayBuffer(end);
  const to = new Uint8Array(blob);
  new Int32Array(blob).set(head);
  for (const [index, name] of names.entries()) {
    const { buffer, byteOffset, byteLength } = compiled[name];
    const from = new Uint8Array(buffer, byteOffset, byteLength);
    const start = head[headWords + 2 * index]!;
    const copy = (at: number, stop: number): void => to.set(from.subarray(at, stop), start + at);
    yield* inChunks(byteLength, copy, chunkBytes);
  }
  return blob;
}

/** Returns the arrays as views of the blob, or null if its version is different or it is truncated. */
export function unpack(blob: ArrayBuffer): Compiled | null {
  const words = headWords + 2 * names.length;
  if (blob.byteLength < 4 * words) return null;
  const head = new Int32Array(blob, 0, words);
  if (head[0] !== magic || head[1] !== blobVersion || head[2] !== names.length) return null;
  const views = new Map<keyof Compiled, Compiled[keyof Compiled]>();
  for (const [index, name] of names.entries()) {
    const start = head[headWords + 2 * index]!;
    const bytes = head[headWords + 2 * index + 1]!;
    if (start + bytes > blob.byteLength) return null;
    const Numbers = sections[name];
    views.set(name, new Numbers(blob, start, bytes / Numbers.BYTES_PER_ELEMENT));
  }
  return Object.fromEntries(views) as unknown as Compiled;
}
