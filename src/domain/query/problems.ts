import { wholeCharacter } from "../text/snippet";
import { expressionLimits, nearWords, prefixLength } from "./expression";
import type { Range } from "./tokens";

const { length, leaves, depth } = expressionLimits;

const texts = {
  empty: () => "Enter a search term.",
  "too-long": () => `Expressions can have up to ${length} characters. Shorten it or split it in two.`,
  "too-many": () => `Expressions can have up to ${leaves} terms. Split it in two.`,
  "too-deep": () => `Parentheses can be nested up to ${depth} levels deep. Remove some.`,
  "unclosed-quote": () => 'Missing closing quote. Add " at the end of the phrase.',
  "unclosed-bracket": () => "Missing closing parenthesis. Add ) at the end of the group.",
  "unopened-bracket": () => "Unmatched closing parenthesis. Remove it, or add the opening one.",
  "nothing-inside": () => "These parentheses are empty. Add a term or remove them.",
  "nothing-visible": () => "This contains no searchable text. Add a word or remove it.",
  "lone-operator": (words) =>
    `${words} needs a term on both sides. To search for the word itself, use "${words}".`,
  "lone-not": (words) => `${words} must be followed by a term to exclude.`,
  "double-not": () => "Two negations cancel each other out. Keep one, or none.",
  "lone-minus": () => 'A minus excludes the term right after it. To search for a minus sign, use "-".',
  "near-sides": () => "NEAR needs a word, phrase or prefix on each side; fields aren't allowed.",
  "near-chain": () => "NEAR takes exactly two terms. Write each pair separately.",
  "near-number": () =>
    `In NEAR/${nearWords.usual}, the number is the maximum number of words between the terms, from ${nearWords.min} to ${nearWords.max}.`,
  "no-value": (words) => `“${words}” needs a value right after the colon.`,
  "minus-in-value": () => "Put the minus before the field name, not after the colon.",
  "only-or": () => "Inside a field's parentheses, use terms separated by OR.",
  "wrong-value": (words) => words,
  "star-in-value": (words) => `${words} doesn't support *.`,
  "short-prefix": () => `A prefix needs ${prefixLength} characters before its *.`,
  pattern: () => "Regular expressions aren't supported. Use a quoted phrase or a prefix such as invoic*.",
  unanchored: (words) =>
    `“${words}” on its own would match almost everything. Each side of OR needs a word, an author or a link.`,
  "unknown-field": (words) => `Unknown field “${words}”; treated as a word.`,
  "lower-case": (words) =>
    `“${words}” is treated as a word. Use ${words.toUpperCase()} in capitals as an operator.`,
  "other-operator": (words) => `“${words}” is treated as a word.`,
  comma: (words) => `“${words}” is treated as part of the word. Use OR between alternatives.`,
  "inner-star": () => "* is a wildcard only at the end of a word. This one is matched literally.",
  "quoted-star": () => "Inside quotes, * is matched literally.",
  "inner-quote": () => "Unmatched quote, treated as part of the word.",
  contradiction: (words) => `This can never match: “${words}” excludes the term before it.`,
  repeated: (words) => `“${words}” appears twice.`,
  "place-outside": (words) => `This watch doesn't cover ${words}.`,
  "site-outside": (words) => `This watch doesn't cover ${words}.`,
  common: (words) =>
    `“${words}” appeared in more than 5% of posts in the last two days; on its own it will be noisy.`,
  "title-only": () => "Titles only: body text is ignored.",
} satisfies Record<string, (words: string) => string>;

export type ProblemCode = keyof typeof texts;

/** Problems that don't prevent saving because the text could be intentional. */
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
  severity: "error" | "warning";
  message: string;
  /** The whole expression with this problem fixed. */
  suggestion?: string;
}

/** Replacement for a range. Empty text deletes it. */
export interface Fix extends Range {
  text: string;
}

const maxProblems = 20;
/** Maximum characters of source text quoted in a message. */
const maxLength = 160;

export class ProblemList {
  readonly #text: string;
  readonly #found: Problem[] = [];
  readonly #counts = { error: 0, warning: 0 };

  constructor(text: string) {
    this.#text = text;
  }

  /** `words` is passed to the message. Defaults to the source text in `range`. */
  add(code: ProblemCode, range: Range, { fix, words }: { fix?: Fix | string; words?: string } = {}): void {
    const severity = warnings.has(code) ? "warning" : "error";
    // Count severities separately so that warnings can't crowd out errors.
    if (++this.#counts[severity] > maxProblems) return;
    const message = texts[code](shortened(words ?? this.#text.slice(range.from, range.to)));
    const problem: Problem = { from: range.from, to: range.to, code, severity, message };
    const suggestion = this.#suggestion(fix);
    this.#found.push(suggestion === undefined ? problem : { ...problem, suggestion });
  }

  /** Sorted by position. */
  sorted(): Problem[] {
    return this.#found.toSorted((one, other) => one.from - other.from || one.to - other.to);
  }

  /** Texts above the length limit get no suggestions because each one would copy the whole text. */
  #suggestion(fix: Fix | string | undefined): string | undefined {
    if (fix === undefined || this.#text.length > length) return undefined;
    const fixed = typeof fix === "string" ? fix : spliced(this.#text, fix);
    return fixed === "" || fixed === this.#text ? undefined : fixed;
  }
}

export function isRefused(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}

function shortened(words: string): string {
  return words.length <= maxLength ? words : `${words.slice(0, wholeCharacter(words, maxLength))}…`;
}

function spliced(text: string, { from, to, text: instead }: Fix): string {
  if (instead !== "") return (text.slice(0, from) + instead + text.slice(to)).trim();
  const [before, behind] = [text.slice(0, from).trimEnd(), text.slice(to).trimStart()];
  const isTight = before === "" || behind === "" || /[(（]$/.test(before) || /^[)）]/.test(behind);
  return before + (isTight ? "" : " ") + behind;
}
