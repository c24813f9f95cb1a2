export interface Segment {
  text: string;
  isHeard: boolean;
}

export interface Span {
  start: number;
  end: number;
}

/** Maximum highlights per text. More are not useful and make emails long. */
const maxHighlights = 12;

/** About `max` characters, around the first match if it is far in. Never cuts within a character. */
export function snippet(text: string, spans: readonly Span[], max: number): Segment[] {
  const first = spans[0];
  const start =
    first !== undefined && first.end > max * 0.7
      ? wordStart(text, Math.min(first.start - Math.floor(max * 0.3), text.length - max))
      : 0;
  // Keep the first match whole, even if the word boundary is before its end.
  const atLeast = first !== undefined && start > 0 ? first.end : 0;
  const end = Math.max(wordEnd(text, Math.max(start + max, atLeast)), atLeast);
  const inside = merged(spans).filter((span) => span.start >= start && span.end <= end);
  const segments = marked(text.slice(start, end), inside.slice(0, maxHighlights), start);
  if (start > 0) segments.unshift({ text: "… ", isHeard: false });
  if (end < text.length && !endsInDots.test(text.slice(start, end)))
    segments.push({ text: " …", isHeard: false });
  return segments;
}

/** Maximum length of the text shown before the first match in a short row (UTF-16 units). */
const nearLength = 24;

/** Leaves out text far before the first match, so a short row shows it. */
export function nearMatch(text: readonly Segment[]): readonly Segment[] {
  const first = text.findIndex(({ isHeard }) => isHeard);
  const before = text
    .slice(0, Math.max(0, first))
    .map((segment) => segment.text)
    .join("");
  if (before.length <= nearLength) return text;
  const space = before.slice(-nearLength).search(/\s\S/);
  const cut = space === -1 ? before.length : before.length - nearLength + space;
  return [{ text: `…${before.slice(cut)}`, isHeard: false }, ...text.slice(first)];
}

/** Texts that end like this need no ellipsis. */
const endsInDots = /(?:…|\.{3})\s*$/;

export function merged(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((one, other) => one.start - other.start);
  const result: Span[] = [];
  for (const span of sorted) {
    const last = result.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}

/** Spans must be sorted and disjoint; `offset` is subtracted from their positions. */
export function marked(text: string, spans: readonly Span[], offset = 0): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const span of spans) {
    segments.push({ text: text.slice(at, span.start - offset), isHeard: false });
    segments.push({ text: text.slice(span.start - offset, span.end - offset), isHeard: true });
    at = span.end - offset;
  }
  segments.push({ text: text.slice(at), isHeard: false });
  return segments.filter((segment) => segment.text !== "");
}

const wordReach = 30;

function wordStart(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.slice(at, at + wordReach).search(/\s/);
  return space === -1 ? wholeCharacter(text, at) : at + space + 1;
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const before = text.slice(Math.max(0, at - wordReach), at);
  const space = before.search(/\s\S*$/);
  return space === -1 ? wholeCharacter(text, at) : at - before.length + space;
}

/** Maximum length of a character. Longer sequences are artificial and can be cut. */
const maxGraphemeLength = 40;

/** Moves a cut out of a grapheme: an emoji family, a flag, a letter with accents. */
export function wholeCharacter(text: string, at: number): number {
  for (let start = at; start >= Math.max(0, at - maxGraphemeLength); start -= 1) {
    if (!isWithin(text, start)) return start;
  }
  return isLowHalf(text, at) ? at - 1 : at;
}

function isLowHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

const joiner = "\u200d";
/** Code points that belong to the previous character: marks, skin tones, tags of regional flags. */
const belongs = /^[\p{M}\u200d\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]/u;

function isWithin(text: string, at: number): boolean {
  if (isLowHalf(text, at) || text[at - 1] === joiner) return true;
  const next = text.slice(at, at + 2);
  if (belongs.test(next)) return true;
  if (!/^\p{RI}/u.test(next)) return false;
  // Two regional indicators form a flag.
  const [letters = ""] =
    /(?<!\p{RI})\p{RI}*$/u.exec(text.slice(Math.max(0, at - maxGraphemeLength), at)) ?? [];
  return [...letters].length % 2 === 1;
}
