import type { RequiredTerm } from "../query/prefilter-terms";
import { type Compiled, groupBy, type InChunks, inChunks, numbersBy } from "./compiled";
import { foldKeyword } from "./fold";
import { Growing } from "./growing";

/** Bit flags for finding rules without words. `place`: everything in a place. */
export const Key = { author: 1, link: 2, place: 4, thread: 8 } as const;
type KeyKind = keyof typeof Key;

export type CompiledKeys = Pick<Compiled, "keyKinds" | "keyFrom" | "keyHashes" | "keyPlaces" | "keyRules">;

export class KeyDraft {
  #kinds = 0;
  readonly #hashes = new Growing((length) => new Int32Array(length));
  readonly #places = new Growing((length) => new Int32Array(length));
  readonly #rules = new Growing((length) => new Int32Array(length));

  /** Records that items need their thread, also for rules that are found by other keys or by terms. */
  requireThreads(): void {
    this.#kinds |= Key.thread;
  }

  add(kind: KeyKind, value: string, place: number, rule: number): void {
    this.#kinds |= Key[kind];
    this.#hashes.push(keyHash(kind, value, place));
    this.#places.push(place);
    this.#rules.push(rule);
  }

  /** A hash table with one row per value of the lower hash bits. The number of rows is a power of two. */
  *compile(): InChunks<CompiledKeys> {
    const [hashes, places, rules] = [this.#hashes, this.#places, this.#rules].map((one) => one.filled());
    const count = hashes!.length;
    const rows = 2 ** (count < 2 ? 0 : 32 - Math.clz32(count - 1));
    const getRow = yield* numbersBy(count, (key) => hashes![key]! & (rows - 1));
    const { from, items } = yield* groupBy(getRow, rows);
    const keys = { keyHashes: items, keyPlaces: new Int32Array(count), keyRules: new Int32Array(count) };
    yield* inChunks(count, (start, end) => {
      for (let at = start; at < end; at++) {
        const key = items[at]!;
        keys.keyPlaces[at] = places![key]!;
        keys.keyRules[at] = rules![key]!;
        keys.keyHashes[at] = hashes![key]!;
      }
    });
    return { keyKinds: Int32Array.of(this.#kinds), keyFrom: from, ...keys };
  }
}

export function getKey(requiredTerm: RequiredTerm): { kind: KeyKind; value: string } | null {
  if (requiredTerm.type === "term") return null;
  if (requiredTerm.type === "author") return { kind: "author", value: foldKeyword(requiredTerm.value) };
  if (requiredTerm.type === "thread") return { kind: "thread", value: requiredTerm.value };
  return { kind: "link", value: requiredTerm.value.split("/", 1)[0]! };
}

/** Calls `visit` with the rules of this key and place, and with false positives from hash collisions. */
export function visitKey(
  { keyFrom, keyHashes, keyPlaces, keyRules }: CompiledKeys,
  key: { kind: KeyKind; value: string; place: number },
  visit: (rule: number) => void,
): void {
  const hash = keyHash(key.kind, key.value, key.place);
  const row = hash & (keyFrom.length - 2);
  for (let at = keyFrom[row]!; at < keyFrom[row + 1]!; at++)
    if (keyHashes[at] === hash && keyPlaces[at] === key.place) visit(keyRules[at]!);
}

export function getHosts(address: string): string[] {
  const end = address.search(/[/?]/);
  const parts = (end === -1 ? address : address.slice(0, end)).split(".");
  return parts.map((_, at) => parts.slice(at).join("."));
}

function keyHash(kind: KeyKind, value: string, place: number): number {
  return hashText(Math.imul(place + 1, 0x9e3779b1) ^ Key[kind], value);
}

/** A 32-bit hash. `seed` separates different kinds of text. */
export function hashText(seed: number, value: string): number {
  let hash = seed;
  for (let at = 0; at < value.length; at++) hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
