import { wholeCharacter } from "../passage";
import { expressionLimits, nearWords, prefixLength } from "./expression";
import type { Range } from "./tokens";

const { length, leaves, depth } = expressionLimits;

/** What may be wrong, and what is said of it; `words` is what was typed there. */
const texts = {
  empty: () => "Write a word to look for.",
  "too-long": () => `An expression has at most ${length} characters. Shorten it, or split it in two.`,
  "too-many": () => `At most ${leaves} words and fields fit into one expression. Split it in two.`,
  "too-deep": () => `Brackets can stand in one another at most ${depth} deep. Take some of them out.`,
  "unclosed-quote": () => 'This quote is never closed. Put a " where the phrase ends.',
  "unclosed-bracket": () => "This bracket is never closed. Put a ) where it ends.",
  "unopened-bracket": () => "Nothing opens this bracket. Take it out, or put a ( where it begins.",
  "nothing-inside": () => "There is nothing in here to look for. Write a word, or take it out.",
  "nothing-visible": () => "Nothing of this can be seen in a text. Write a word, or take it out.",
  "lone-operator": (words) =>
    `${words} needs something on both sides. To look for the word itself, write "${words}".`,
  "lone-not": (words) => `Nothing follows this ${words} that could be left out.`,
  "double-not": () => "Two negations cancel each other out. Keep one, or none.",
  "lone-minus": () => 'A minus leaves out what follows it directly. To look for the sign itself, write "-".',
  "near-sides": () => "NEAR stands between two words, phrases or prefixes, without a field.",
  "near-chain": () => "NEAR joins two words. Write each pair by itself.",
  "near-number": () =>
    `NEAR takes how many words may stand between, from ${nearWords.least} to ${nearWords.most}: NEAR/${nearWords.usual}.`,
  "no-value": (words) => `Nothing follows “${words}”. Write the value directly behind the colon.`,
  "minus-in-value": () => "Write the minus before the field, not behind its colon.",
  "only-or": () => "In the brackets of a field there can be words with OR between them.",
  "wrong-value": (words) => words,
  "star-in-value": (words) => `${words} takes no *.`,
  "short-prefix": () => `A prefix needs ${prefixLength} characters before its *.`,
  pattern: () =>
    "Patterns between slashes are not read. Look for a phrase in quotes, or for how a word begins: invoic*.",
  unanchored: (words) =>
    `“${words}” on its own would match nearly everything. Each side of an OR needs a word, an author or a link to look for.`,
  "unknown-field": (words) => `There is no field “${words}”, so it counts as a word.`,
  "lower-case": (words) =>
    `“${words}” is looked for as a word. In capitals, ${words.toUpperCase()}, it joins what is on its sides.`,
  "other-operator": (words) => `“${words}” is looked for as a word.`,
  comma: (words) =>
    `The “${words}” is looked for as part of the word. Between words of which any will do, write OR.`,
  "inner-star": () => "A * counts only at the end of a word. This one is looked for as it stands.",
  "quoted-star": () => "In quotes a * is looked for as it stands.",
  "inner-quote": () => "This quote is looked for as part of the word: a phrase has one at its beginning too.",
  contradiction: (words) => `Nothing can match: “${words}” excludes what stands before it.`,
  repeated: (words) => `“${words}” is there twice.`,
  "place-outside": (words) => `This watch doesn't listen in ${words}.`,
  "site-outside": (words) => `This watch doesn't listen on ${words}.`,
  common: (words) =>
    `“${words}” stood in more than one of twenty items of the last two days: by itself it brings much noise.`,
  "title-only": () => "With titles only, nothing in the text is looked at.",
} satisfies Record<string, (words: string) => string>;

export type ProblemCode = keyof typeof texts;

/** What is told and changed nothing: all of these can be meant. */
const warnings: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "unknown-field",
  "lower-case",
  "other-operator",
  "comma",
  "inner-star",
  "quoted-star",
  "inner-quote",
  "contradiction",
  "repeated",
  "place-outside",
  "site-outside",
  "common",
  "title-only",
]);

export interface Problem extends Range {
  code: ProblemCode;
  /** Of an error the expression can't be watched for; a warning is only told. */
  severity: "error" | "warning";
  message: string;
  /** The whole expression as it would be without this problem. */
  suggestion?: string;
}

/** What to write in place of a range; empty: nothing. */
export interface Fix extends Range {
  text: string;
}

/** More than a reader takes in are not told. */
const mostProblems = 20;
/** Characters of what was typed that a message repeats. */
const mostWords = 160;

/** What was found wrong with one text. */
export class ProblemList {
  readonly #text: string;
  readonly #found: Problem[] = [];
  readonly #counts = { error: 0, warning: 0 };

  constructor(text: string) {
    this.#text = text;
  }

  /** `words` and `to` are as the text of the problem takes them; by default what stands at its place. */
  add(code: ProblemCode, range: Range, { fix, words }: { fix?: Fix | string; words?: string } = {}): void {
    const severity = warnings.has(code) ? "warning" : "error";
    // Each by itself: many warnings hide no error.
    if (++this.#counts[severity] > mostProblems) return;
    const message = texts[code](shortened(words ?? this.#text.slice(range.from, range.to)));
    const problem: Problem = { from: range.from, to: range.to, code, severity, message };
    const suggestion = this.#suggestion(fix);
    this.#found.push(suggestion === undefined ? problem : { ...problem, suggestion });
  }

  /** In the order of their places. */
  sorted(): Problem[] {
    return this.#found.toSorted((one, other) => one.from - other.from || one.to - other.to);
  }

  /** What is longer than an expression may be is not repaired: that would cost its length for each problem. */
  #suggestion(fix: Fix | string | undefined): string | undefined {
    if (fix === undefined || this.#text.length > length) return undefined;
    const fixed = typeof fix === "string" ? fix : spliced(this.#text, fix);
    return fixed === "" || fixed === this.#text ? undefined : fixed;
  }
}

export function isRefused(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}

/** A message names what it is about, not all of it. */
function shortened(words: string): string {
  return words.length <= mostWords ? words : `${words.slice(0, wholeCharacter(words, mostWords))}…`;
}

function spliced(text: string, { from, to, text: instead }: Fix): string {
  if (instead !== "") return (text.slice(0, from) + instead + text.slice(to)).trim();
  const [before, behind] = [text.slice(0, from).trimEnd(), text.slice(to).trimStart()];
  const isTight = before === "" || behind === "" || /[(（]$/.test(before) || /^[)）]/.test(behind);
  return before + (isTight ? "" : " ") + behind;
}
