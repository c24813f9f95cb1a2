import { doubleQuotes } from "../matching/characters";
import { getField, isTextField, meantField } from "./fields";
import type { ProblemList } from "./problems";
import { termKinds, type Token } from "./tokens";

const otherOperators: ReadonlyMap<string, string> = new Map([
  [",", "OR"],
  ["|", "OR"],
  ["||", "OR"],
  ["&&", "AND"],
  ["&", "AND"],
  ["!", "NOT"],
]);
const name = /^([A-Za-z_]{2,20}):(?![/:\\])./s;
const joiner = /^(?:and|or)$/i;
const quotedPrefix = /[\p{L}\p{N}]{3}\*$/u;
const endQuote = new RegExp(`\\p{L}[${doubleQuotes}]$`, "u");

/** Warns about words that probably mean something else. They are still searched literally. */
export function addHints(text: string, tokens: readonly Token[], problems: ProblemList): void {
  tokens.forEach((token, index) => {
    if (token.isValue) hintAtValue(token, tokens[index - 1]!, problems);
    else if (token.kind === "word" || token.kind === "prefix") hintAtWord(tokens, index, problems);
    if (token.kind === "phrase" && quotedPrefix.test(token.text.slice(-5)))
      problems.add("quoted-star", token);
    // In `name:"…"` with an unknown field, the name is part of the phrase token.
    const isNamed = termKinds.has(token.kind) && !token.isValue && /[a-z]/i.test(text.charAt(token.from));
    if (isNamed) hintAtField(token, problems);
  });
}

function hintAtWord(tokens: readonly Token[], index: number, problems: ProblemList): void {
  const { kind, from, to, text } = tokens[index]!;
  const [before, behind] = [tokens[index - 1], tokens[index + 1]];
  const instead = joiner.test(text) ? text.toUpperCase() : otherOperators.get(text);
  if (kind === "word" && instead !== undefined && isBetween(before, behind, instead)) {
    const code = joiner.test(text) ? "lower-case" : "other-operator";
    problems.add(code, { from, to }, { fix: { from, to, text: instead } });
  }
  const distance = text === "AROUND" ? numberInBrackets(tokens.slice(index + 1, index + 4), to) : null;
  if (distance !== null)
    problems.add(
      "other-operator",
      { from, to },
      { fix: { from, to: distance.to, text: `NEAR/${distance.text}` } },
    );
  if (kind === "word" && /[^,;][,;]$/.test(text.slice(-2)) && isBetween(tokens[index], behind, "OR")) {
    const comma = { from: to - 1, to };
    problems.add("comma", comma, { fix: { ...comma, text: " OR" } });
  }
  hintAtStar(tokens[index]!, problems);
}

function hintAtValue(token: Token, field: Token, problems: ProblemList): void {
  if (token.kind !== "open" && isTextField(getField(field.text))) hintAtStar(token, problems);
}

function hintAtStar({ kind, from, to, text }: Token, problems: ProblemList): void {
  if (kind !== "phrase" && text.includes("*")) problems.add("inner-star", { from, to });
  if (kind === "word" && endQuote.test(text.slice(-3))) problems.add("inner-quote", { from: to - 1, to });
}

function hintAtField(token: Token, problems: ProblemList): void {
  const found = name.exec(token.text.slice(0, 30));
  if (found === null) return;
  const typed = found[1]!;
  const place = { from: token.from, to: token.from + typed.length + 1 };
  const meant = meantField(typed.toLowerCase());
  const fix = meant === null ? {} : { fix: { ...place, text: `${meant}:` } };
  problems.add("unknown-field", place, { words: typed, ...fix });
}

/** Whether the operator is valid here. OR before a minus would match almost everything. */
function isBetween(before: Token | undefined, behind: Token | undefined, operator: string): boolean {
  if (before === undefined || behind === undefined) return false;
  const isBefore = termKinds.has(before.kind) || before.kind === "close";
  const isBehind = termKinds.has(behind.kind) || behind.kind === "open" || behind.kind === "field";
  return isBefore && (isBehind || (behind.kind === "not" && operator === "AND"));
}

function numberInBrackets(tokens: readonly Token[], at: number): { text: string; to: number } | null {
  const [open, number, close] = tokens;
  if (open?.kind !== "open" || open.from !== at || close?.kind !== "close") return null;
  return number !== undefined && /^\d+$/.test(number.text) ? { text: number.text, to: close.to } : null;
}
