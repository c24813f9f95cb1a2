/** A piece of strong or stressed text is no longer than this; what is hostile costs no more for it. */
const inside = String.raw`(?=\S)([^\n]{0,300}?[^\s\\])`;

/** Each sign of Markdown with what is left of it, in this order. */
const signs: readonly (readonly [RegExp, string])[] = [
  // A link or an image: its words.
  [/!?\[([^[\]\n]{0,300})\]\([^()\s]{0,2000}\)/g, "$1"],
  // Lines across, fences, headings, quotes, lists.
  [/^ {0,3}(?:[-*_] ?){3,}$|^ {0,3}(?:`{3}|~{3}).*$/gm, ""],
  [/^ {0,3}(?:#{1,6} +|(?:> ?)+|[-*+] +)/gm, ""],
  [new RegExp(String.raw`\*\*${inside}\*\*`, "g"), "$1"],
  [new RegExp(String.raw`~~${inside}~~`, "g"), "$1"],
  [new RegExp(String.raw`(?<![\w\\])__${inside}__(?!\w)`, "g"), "$1"],
  [new RegExp(String.raw`(?<![\w*\\])\*${inside}\*(?![\w*])`, "g"), "$1"],
  [new RegExp(String.raw`(?<![\w\\])_${inside}_(?!\w)`, "g"), "$1"],
  [/`([^`\n]{1,300})`/g, "$1"],
  [/\\([\\`*_{}[\]()#+\-.!>~|])/g, "$1"],
  [/&(?:#x200B|nbsp);/gi, " "],
  [/&lt;/g, "<"],
  [/&gt;/g, ">"],
  [/&amp;/g, "&"],
  [/\n{2,}/g, "\n"],
];

/**
 * The words of a text without the usual signs of Markdown, for a few lines of it: it isn't parsed here, what is unusual stands
 * as it was written, and everything is no more than text.
 */
export function bareWords(markdown: string): string {
  return signs.reduce((text, [sign, left]) => text.replace(sign, left), markdown).trim();
}
