import { createHash } from "node:crypto";

/** Bytes per item: collisions within three hours are unlikely. */
const keyBytes = 8;

export function getKey(fullname: string): string {
  return createHash("sha1")
    .update(fullname)
    .digest("hex")
    .slice(0, 2 * keyBytes);
}

export function getKeys(fullnames: readonly string[]): Uint8Array {
  return Buffer.from(fullnames.map(getKey).join(""), "hex");
}

export function unpackedKeys(packed: readonly Uint8Array[]): Set<string> {
  const known = new Set<string>();
  for (const keys of packed) {
    const text = Buffer.from(keys).toString("hex");
    for (let at = 0; at < text.length; at += 2 * keyBytes) known.add(text.slice(at, at + 2 * keyBytes));
  }
  return known;
}
