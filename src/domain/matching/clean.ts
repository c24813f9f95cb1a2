import { joining, zeroWidth, zeroWidthJoiner } from "./characters";

/** Of each unit of a text made from another: where in the other it comes from. */
export interface Spans {
  starts: number[];
  ends: number[];
}

const namedEntities = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
]);
const noise = new RegExp(
  "\\\\(?=[!-/:-@[-`{-~])" +
    `|&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|${[...namedEntities.keys()].join("|")});` +
    `|[${zeroWidth}${zeroWidthJoiner}]`,
  "g",
);
const invisible = new RegExp(`^[${zeroWidth}]$`);
const emojiAtEnd = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\p{M}*$/u;
const tailUnits = 64;

/**
 * The text as a reader sees it: Markdown's backslash escapes (a backslash before ASCII punctuation) and zero-width
 * characters are gone, HTML's character references, which a site's own editor writes into Markdown, are resolved, and
 * the whole is NFC. A joiner stays where it follows an emoji, as part of it.
 */
export function clean(text: string): string {
  return withoutNoise(text).normalize();
}

/** `clean`, and for each unit of its answer the stretch of `text` that it stands for, pushed onto `spans`. */
export function cleanWithSpans(text: string, spans: Spans): string {
  const before: Spans = { starts: [], ends: [] };
  return compose(withoutNoise(text, before), before, spans);
}

function withoutNoise(text: string, spans?: Spans): string {
  const pieces: string[] = [];
  let tail = "";
  const keep = (piece: string): void => {
    if (piece === "") return;
    pieces.push(piece);
    tail = (piece.length < tailUnits ? tail + piece : piece).slice(-tailUnits);
  };
  let from = 0;
  const keepPlain = (to: number): void => {
    keep(text.slice(from, to));
    for (let at = from; spans && at < to; at++) push(spans, at, at + 1);
  };
  for (const found of text.matchAll(noise)) {
    keepPlain(found.index);
    from = found.index + found[0].length;
    const seen = resolve(found[0]);
    if (seen === "" || (seen === zeroWidthJoiner && !emojiAtEnd.test(tail))) continue;
    keep(seen);
    for (let i = 0; spans && i < seen.length; i++) push(spans, found.index, from);
  }
  keepPlain(text.length);
  return pieces.join("");
}

/** What is seen of one piece of noise: nothing, a joiner, or the character that a reference names. */
function resolve(noisy: string): string {
  if (noisy === zeroWidthJoiner) return noisy;
  if (noisy.charAt(0) !== "&") return "";
  const char = namedEntities.get(noisy.slice(1, -1)) ?? fromReference(noisy);
  return invisible.test(char) ? "" : char;
}

function fromReference(reference: string): string {
  const isHex = reference.charAt(2) === "x" || reference.charAt(2) === "X";
  const code = isHex ? parseInt(reference.slice(3, -1), 16) : parseInt(reference.slice(2, -1), 10);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "\ufffd";
}

const clusters = new RegExp(`[^${joining}][${joining}]*|[${joining}]+`, "gsu");

/** NFC cluster by cluster, because the whole text's NFC does not tell what became of which unit. */
function compose(text: string, from: Spans, to: Spans): string {
  let composed = "";
  let at = 0;
  for (const [cluster] of text.matchAll(clusters)) {
    const end = at + cluster.length;
    const normal = cluster.normalize();
    for (let i = 0; i < normal.length; i++) {
      const [first, last] = normal === cluster ? [at + i, at + i] : [at, end - 1];
      push(to, from.starts[first]!, from.ends[last]!);
    }
    composed += normal;
    at = end;
  }
  return composed;
}

function push(spans: Spans, start: number, end: number): void {
  spans.starts.push(start);
  spans.ends.push(end);
}
