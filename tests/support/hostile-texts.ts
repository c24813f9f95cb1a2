/**
 * Texts that are expensive to parse: all block and inline kinds, nested and repeated, up to 40,000
 * characters.
 */

const maxLength = 40_000;

/** A seeded random generator with values from 0 to below 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const inline = [
  ...[
    "a",
    "word ",
    "_",
    "*",
    "**",
    "***a",
    "*a*",
    "__a__",
    "~~",
    "~~a~~",
    "`",
    "``",
    "`a`",
    "\\",
    "\\*",
    "\\\n",
  ],
  ...[
    "[",
    "]",
    "[a]",
    "[a](",
    "[a](b)",
    '[a](b "',
    "[a](<",
    "[a][",
    "![",
    "![a](https://b.c)",
    "[^a]",
    "[^a]: ",
    "[a]: b\n",
  ],
  ...[
    "<",
    "<b",
    "<b>",
    "</b>",
    "<i t=1>",
    '<a b="',
    "<!--",
    "-->",
    "<?",
    "<!A ",
    "<![CDATA[",
    "<sup>",
    "<http://a.b>",
  ],
  ...[
    "&amp;",
    "&",
    "&#x41;",
    "&#0;",
    "@",
    "a@b.c ",
    ".a",
    "www.a.b ",
    "http://a.b/",
    "https://a.b/)",
    ")",
    "(",
    "!",
    "|",
    ":-",
  ],
  ...["  \n", "\n", "\n\n", " ", "\t", "\u00a0", "\u200b", "漢", "😀", "\u0000"],
];
const blocks = [
  ...[
    "# a\n",
    "###### a #\n",
    "a\n=\n",
    "a\n-\n",
    "---\n",
    "* * *\n",
    "> a\n",
    "> a\n\n",
    ">",
    "> > a\n",
    "- a\n",
    "- a\n\n",
    "- ",
  ],
  ...[
    "1. a\n",
    "1. ",
    "- [ ] a\n",
    "+ a\n* a\n",
    "```\n",
    "```\na\n```\n",
    "~~~\n",
    "    a\n",
    "    a\n\n",
    "\ta\n",
  ],
  ...[
    "|a|b|\n|-|-|\n|c|d|\n\n",
    "|a|\n|-|\n",
    "|a|\n",
    "|-|\n",
    "<div>\n",
    "<div>\n\n",
    "<table><tr><td>",
    "</table>\n",
    "<p>",
    "<pre>",
  ],
  ...["[a]: http://b 'c'\n", "[^1]: a\n\n", "[^1]\n\n", "<details>\n\n", "<!-- a -->\n", "  \n", "\n\n\n"],
];

const attackHeads = [
  "",
  "a ",
  "> ",
  "- ",
  "|a|\n|-|\n",
  "[a]: https://b.example/" + "c".repeat(2_000) + "\n\n",
];

/** Generates a Markdown document. */
export function hostileMarkdown(random: () => number): string {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
  const length = lengthFrom(random);
  const chunks = random() < 0.5 ? inline : random() < 0.5 ? blocks : [...inline, ...blocks];
  const few = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(chunks));
  const kinds = [
    () => filled(length, () => pick(few)),
    () => filled(length, () => few.join("")),
    () => filled(length, () => pick(chunks)),
    () => nested(pick(few), length, random),
    () => filled(length, (n) => few[0]!.repeat(1 + (n % 300)) + few.at(-1)!),
    () => table(length, random),
    () => filled(length / 2, () => pick(few)) + filled(length / 2, () => pick(chunks)),
  ];
  return (pick(attackHeads) + pick(kinds)()).slice(0, maxLength);
}

/** A length between 20 characters and the maximum, on a logarithmic scale. */
export function lengthFrom(random: () => number): number {
  return Math.floor(20 * (maxLength / 20) ** random());
}

export function filled(length: number, next: (nth: number) => string): string {
  let text = "";
  for (let nth = 0; text.length < length; nth += 1) text += next(nth) || " ";
  return text;
}

function nested(chunk: string, length: number, random: () => number): string {
  const opener =
    random() < 0.5
      ? chunk
      : ["> ", "- ", "1. ", "<b>", "[", "*", "![", "<blockquote>\n"][Math.floor(random() * 8)]!;
  const depth = Math.floor(random() ** 2 * 300);
  const line = opener.repeat(depth) + chunk;
  if (random() < 0.4) return line + "\n".repeat(length);
  if (random() < 0.5) return filled(length, () => `${line}\n`);
  return filled(length, (n) => `${" ".repeat((n * 2) % 210)}${opener}${chunk}\n`);
}

/** A table with a header of many cells and rows of one cell, which the parser pads to the header's width. */
function table(length: number, random: () => number): string {
  const columns = Math.floor(1 + (random() * length) / 5);
  const row = ["|\n", "a|\n", "|a|b\n", "a\n"][Math.floor(random() * 4)]!;
  return `${"|a".repeat(columns)}\n${"|-".repeat(columns)}\n${filled(length - 4 * columns, () => row)}`;
}

/** A table of this length. One such post froze a server for 17 seconds, another crashed it. */
export function attackTable(length: number): string {
  const columns = Math.floor(length / 8);
  const head = `${"|a".repeat(columns)}\n${"|-".repeat(columns)}\n`;
  return head + "|\n".repeat(Math.floor((length - head.length) / 2));
}
