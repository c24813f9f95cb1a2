export const excerptLimit = 200;

const sentenceShare = 0.7;
const wordShare = 0.8;
const sentenceEnds = /[.!?\u2026]["'\u201d\u2019)\]]*(?=\s|$)|[\u3002\uff01\uff1f]/gu;

/** Ends a truncated text with a single '…', even if it already ended with dots. */
function cutShort(head: string): string {
  return `${head.replace(/(?:\u2026|\.{3}){1,200}$/u, "")}\u2026`;
}

/** Cuts after the last sentence past 70 % of 200 characters, or the last word past 80 %, or at the limit. */
export function makeExcerpt(text: string): string {
  if (text.length <= excerptLimit) return text;
  const sentence = lastSentenceEnd(text);
  if (sentence > excerptLimit * sentenceShare) return cutShort(text.slice(0, sentence));
  const word = lastWordEnd(text);
  if (word > excerptLimit * wordShare) return cutShort(text.slice(0, word));
  const isPairSplit =
    /^[\udc00-\udfff]/.test(text.charAt(excerptLimit)) &&
    /[\ud800-\udbff]$/.test(text.charAt(excerptLimit - 1));
  return cutShort(text.slice(0, isPairSplit ? excerptLimit - 1 : excerptLimit));
}

/** Returns 0 without a sentence end, as in 'node.js' and '3.5'. */
function lastSentenceEnd(text: string): number {
  let last = 0;
  // One extra unit, to check if a full stop at the limit is followed by a space.
  for (const found of text.slice(0, excerptLimit + 1).matchAll(sentenceEnds)) {
    const end = found.index + found[0].length;
    if (end <= excerptLimit) last = end;
  }
  return last;
}

function lastWordEnd(text: string): number {
  const head = text.slice(0, excerptLimit + 1);
  const space = head.search(/\s\S*$/);
  return space === -1 ? 0 : head.slice(0, space).trimEnd().length;
}
