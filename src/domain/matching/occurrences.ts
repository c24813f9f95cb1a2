import { Boundaries } from "./boundary";
import { readKeyword, toText } from "./fold";
import { Reading } from "./reading";

const reading = new Reading();

/**
 * Where the keyword stands in the text by the matcher's own rules: UTF-16 offsets into the original text, from the
 * left, not overlapping, the first `most` of them. Empty exactly when the matcher finds nothing in this text.
 */
export function findOccurrences(
  text: string,
  keyword: string,
  how: { wholeWordOnly?: boolean; caseSensitive?: boolean; most?: number } = {},
): { start: number; end: number }[] {
  const forms = readKeyword(keyword);
  const wanted = how.caseSensitive ? forms.exact : forms.folded;
  if (wanted === "") return [];
  reading.readTracked(text);
  const boundaries = how.wholeWordOnly ? new Boundaries() : null;
  const { exact, folded, length } = reading;
  const read = toText(how.caseSensitive ? exact : folded, length);
  const occurrences: { start: number; end: number }[] = [];
  const { most = Infinity } = how;
  for (let at = read.indexOf(wanted); at !== -1 && occurrences.length < most;) {
    const end = at + wanted.length;
    const isWhole =
      boundaries === null || (boundaries.isEnd(exact, end, length) && boundaries.isStart(exact, at));
    if (isWhole) add(occurrences, { start: reading.start(at), end: reading.end(end - 1) });
    at = read.indexOf(wanted, isWhole ? end : at + 1);
  }
  return occurrences;
}

/** Two occurrences can share the original of one composed character; then they are one. */
function add(occurrences: { start: number; end: number }[], next: { start: number; end: number }): void {
  const last = occurrences.at(-1);
  if (last && next.start < last.end) last.end = Math.max(last.end, next.end);
  else occurrences.push(next);
}
