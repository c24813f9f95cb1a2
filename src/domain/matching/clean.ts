import { joining, seam, sourceSeam, zeroWidth, zeroWidthJoiner } from "./characters";
import { namedCharacter } from "./named-characters";
import { usualForm, variants } from "./variants";

/** Source range of each unit of a derived text. */
export interface Spans {
  starts: number[];
  ends: number[];
}

const noise = new RegExp(
  "\\\\(?=[!-/:-@[-`{-~])" +
    "|&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,14});" +
    `|[${zeroWidth}${zeroWidthJoiner}${variants}]`,
  "gu",
);
const invisible = new RegExp(`^[${zeroWidth}]$`, "u");
const variant = new RegExp(`^[${variants}]$`, "u");
/** Left above a soft-dotted letter after lower-casing İ. Marks below the letter can come first. */
const dotAbove = /(\p{Soft_Dotted}[\u0316-\u0333\u0339-\u033c]*)\u0307/gu;
const emojiAtEnd = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\p{M}*$/u;
const tailUnits = 64;

/** NFC without escapes, zero-width characters, references and width variants. Keeps joiners after emoji. */
export function clean(text: string): string {
  return composed(withoutNoise(text));
}

/** Like `clean`, but also appends the source range of each unit of the result to `spans`. */
export function cleanWithSpans(text: string, spans: Spans): string {
  const before: Spans = { starts: [], ends: [] };
  return compose(withoutNoise(text, before), before, spans);
}

function withoutNoise(text: string, spans?: Spans): string {
  const chunks: string[] = [];
  let tail = "";
  const keep = (chunk: string): void => {
    if (chunk === "") return;
    chunks.push(chunk);
    tail = (chunk.length < tailUnits ? tail + chunk : chunk).slice(-tailUnits);
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
  return chunks.join("");
}

/** Returns an empty string, a joiner, a usual form, a referenced character, or the match itself. */
function resolve(noisy: string): string {
  if (noisy === zeroWidthJoiner) return noisy;
  if (noisy === "\\") return "";
  const char = noisy.charAt(0) === "&" ? resolveReference(noisy) : noisy;
  if (invisible.test(char)) return "";
  return variant.test(char) ? usualForm(char) : char;
}

export function resolveReference(reference: string): string {
  return reference.charAt(1) === "#"
    ? fromReference(reference)
    : (namedCharacter(reference.slice(1, -1)) ?? reference);
}

function fromReference(reference: string): string {
  const isHex = reference.charAt(2) === "x" || reference.charAt(2) === "X";
  const code = isHex ? parseInt(reference.slice(3, -1), 16) : parseInt(reference.slice(2, -1), 10);
  // A seam in a text would end it.
  const isSeam = code === seam || code === sourceSeam;
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && !isSeam;
  return isCharacter ? String.fromCodePoint(code) : "\ufffd";
}

const clusters = new RegExp(`[^${joining}][${joining}]*|[${joining}]+`, "gsu");

/** Applies NFC to each cluster separately to be able to track source positions. */
function compose(text: string, from: Spans, to: Spans): string {
  let result = "";
  let at = 0;
  for (const [cluster] of text.matchAll(clusters)) {
    const end = at + cluster.length;
    const normal = composed(cluster);
    for (let i = 0; i < normal.length; i++) {
      const [first, last] = normal === cluster ? [at + i, at + i] : [at, end - 1];
      push(to, from.starts[first]!, from.ends[last]!);
    }
    result += normal;
    at = end;
  }
  return result;
}

function composed(text: string): string {
  return text.normalize().replace(dotAbove, "$1");
}

function push(spans: Spans, start: number, end: number): void {
  spans.starts.push(start);
  spans.ends.push(end);
}
