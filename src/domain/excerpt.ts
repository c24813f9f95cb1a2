/** The length, in UTF-16 units, over which a text is cut. */
export const excerptLimit = 200;

const sentenceShare = 0.7;
const wordShare = 0.8;
const sentenceEnds = /[.!?\u2026]["'\u201d\u2019)\]]*(?=\s|$)|[\u3002\uff01\uff1f]/gu;

/** A text that is cut ends in one '…', also where it had some of its own there. */
function cutShort(head: string): string {
  return `${head.replace(/(?:\u2026|\.{3}){1,200}$/u, "")}\u2026`;
}

/**
 * A text of at most 200 characters as it is; a longer one cut at the last sentence end within the limit if that lies
 * past 70 % of it, else at the last word end if that lies past 80 %, else at the limit, and '…' added. No surrogate
 * pair is split. Whether anything was cut shows in the answer being another text.
 */
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

/** Behind the last sentence that ends within the limit, 0 if none does; 'node.js' and '3.5' end no sentence. */
function lastSentenceEnd(text: string): number {
  let last = 0;
  // One unit more shows whether a full stop at the limit is followed by a space.
  for (const found of text.slice(0, excerptLimit + 1).matchAll(sentenceEnds)) {
    const end = found.index + found[0].length;
    if (end <= excerptLimit) last = end;
  }
  return last;
}

/** Behind the last word that ends within the limit, 0 if there is no white space. */
function lastWordEnd(text: string): number {
  const head = text.slice(0, excerptLimit + 1);
  const space = head.search(/\s\S*$/);
  return space === -1 ? 0 : head.slice(0, space).trimEnd().length;
}
