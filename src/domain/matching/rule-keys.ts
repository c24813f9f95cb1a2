import type { RequiredTerm } from "../query/prefilter-terms";
import { type Compiled, groupBy, type InChunks, inChunks, numbersBy } from "./compiled";
import { foldKeyword } from "./fold";
import { Growing } from "./growing";

/** What of an item a rule is found by that has no word to be found by: bits. `place`: all that is in a place. */
export const Key = { author: 1, link: 2, place: 4 } as const;
type KeyKind = keyof typeof Key;

export type CompiledKeys = Pick<Compiled, "keyKinds" | "keyFrom" | "keyHashes" | "keyPlaces" | "keyRules">;

/** Rules by a key and a place, as they are drafted. */
export class KeyDraft {
  #kinds = 0;
  readonly #hashes = new Growing((length) => new Int32Array(length));
  readonly #places = new Growing((length) => new Int32Array(length));
  readonly #rules = new Growing((length) => new Int32Array(length));

  add(kind: KeyKind, value: string, place: number, rule: number): void {
    this.#kinds |= Key[kind];
    this.#hashes.push(keyHash(kind, value, place));
    this.#places.push(place);
    this.#rules.push(rule);
  }

  /** By the lower bits of their hashes, in a power of two of rows, at least one. */
  *compile(): InChunks<CompiledKeys> {
    const [hashes, places, rules] = [this.#hashes, this.#places, this.#rules].map((one) => one.filled());
    const count = hashes!.length;
    const rows = 2 ** (count < 2 ? 0 : 32 - Math.clz32(count - 1));
    const rowOf = yield* numbersBy(count, (key) => hashes![key]! & (rows - 1));
    const { from, items } = yield* groupBy(rowOf, rows);
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

/** A witness as a key; null for a term. */
export function keyOf(requiredTerm: RequiredTerm): { kind: KeyKind; value: string } | null {
  if (requiredTerm.type === "term") return null;
  if (requiredTerm.type === "author") return { kind: "author", value: foldKeyword(requiredTerm.value) };
  return { kind: "link", value: requiredTerm.value.split("/", 1)[0]! };
}

/** Calls `visit` with the rules that have this key in this place, and maybe with others of the place: all are asked again. */
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

/** The hosts that a link may be looked for by: its own and all those that it is below. */
export function hostsOf(address: string): string[] {
  const end = address.search(/[/?]/);
  const parts = (end === -1 ? address : address.slice(0, end)).split(".");
  return parts.map((_, at) => parts.slice(at).join("."));
}

function keyHash(kind: KeyKind, value: string, place: number): number {
  return hashText(Math.imul(place + 1, 0x9e3779b1) ^ Key[kind], value);
}

/** Some text as 32 bits, begun with a number that tells it from others' texts. */
export function hashText(seed: number, value: string): number {
  let hash = seed;
  for (let at = 0; at < value.length; at++) hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
