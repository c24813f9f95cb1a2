import { type Entry, getEntry } from "./entry";

const bullet = /^\s*(?:[•◦▪‣*–—-]|\d{1,5}[.)])\s+/;

export function* entriesOfLines(text: string): Generator<Entry, void, void> {
  const only = text.trim();
  // A single line with commas is a list.
  const isList = !/[\n":()|]/.test(only) && /[,;\t]/.test(only);
  if (isList) return yield* getParts(only);
  let line = 1;
  for (const one of linesOf(text)) {
    const bare = one.replace(bullet, "").trim();
    if (bare !== "") yield getEntry(line, bare);
    line += 1;
  }
}

function* getParts(list: string): Generator<Entry, void, void> {
  for (const [part] of list.matchAll(/[^,;\t]+/g)) {
    const bare = part.trim();
    if (bare !== "") yield getEntry(1, bare);
  }
}

/** Splits lines lazily, so a file with too many lines isn't split completely. */
function* linesOf(text: string): Generator<string, void, void> {
  for (let at = 0; at <= text.length;) {
    const end = text.indexOf("\n", at);
    const to = end < 0 ? text.length : end;
    yield text.slice(at, to);
    at = to + 1;
  }
}
