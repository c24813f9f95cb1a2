import { Reading } from "./reading";

/** A normalized keyword. Both strings have the same length, and are empty without visible text. */
export interface KeywordForms {
  folded: string;
  exact: string;
}

const reading = new Reading();

export function readKeyword(keyword: string): KeywordForms {
  reading.read(keyword);
  const { exact, folded, length } = reading;
  return { folded: trimmed(folded, length, keyword), exact: trimmed(exact, length, keyword) };
}

/** Converts to a trimmed string. Returns the source string itself if nothing changed, to avoid a copy. */
function trimmed(units: Uint16Array, length: number, source: string): string {
  let at = length === source.length ? 0 : -1;
  while (at >= 0 && at < length) at = units[at] === source.charCodeAt(at) ? at + 1 : -1;
  return (at === length ? source : toText(units, length)).trim();
}

/** Returns the keyword's identity: keywords with the same result are the same. Empty without visible text. */
export function foldKeyword(keyword: string): string {
  return readKeyword(keyword).folded;
}

/** 15 times as fast as `String.fromCharCode` for 200 units. */
const decoder = new TextDecoder("utf-16le", { ignoreBOM: true });

/** Converts the first `length` units to a string. They must not contain lone surrogates. */
export function toText(units: Uint16Array, length: number): string {
  return decoder.decode(units.subarray(0, length));
}
