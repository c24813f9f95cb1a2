import { doubleQuotes, hyphens, white } from "../matching/characters";
import { isFieldName } from "./fields";

/**
 * What a piece of an expression is. `pattern`: something between slashes, which is not read; `near`: the text behind its slash is
 * its `text`; `field`: its name in lower case.
 */
export type TokenKind =
  "word" | "prefix" | "phrase" | "pattern" | "and" | "or" | "not" | "near" | "field" | "open" | "close";

/** What stands for words of a text. */
export const termKinds: ReadonlySet<TokenKind> = new Set<TokenKind>(["word", "prefix", "phrase"]);

/** UTF-16 offsets, from the first to behind the last. */
export interface Range {
  from: number;
  to: number;
}

export interface Token extends Range {
  kind: TokenKind;
  /** What it stands for: of a phrase what is between its quotes, of a prefix what is before its star. */
  text: string;
  /** It follows a field directly. */
  isValue: boolean;
  /** Of a phrase: whether it ends in a quote. */
  isClosed: boolean;
  /** It, or what it is part of, must not be there; known once it is parsed. */
  isExcluded: boolean;
}

const quote = new RegExp(`[${doubleQuotes}]`);
const minus = new RegExp(`[${hyphens}]`);
const blanks = new RegExp(`[${white}]*`, "y");
const wordRun = new RegExp(`[^${white}()（）]+`, "y");
const escaped = new RegExp(`\\\\([\\\\${doubleQuotes}])`, "g");
const toEscape = new RegExp(`[\\\\${doubleQuotes}]`, "g");
const fieldStart = new RegExp(`([A-Za-z_]{1,20}):([${doubleQuotes}]?)`, "y");
const patternForm = /^\/.+\/[gimsuy]{0,3}$/;
const prefixForm = /[^*]\*$/;
const nearForm = /^NEAR(?:\/(.*))?$/s;
const operators: ReadonlyMap<string, TokenKind> = new Map([
  ["AND", "and"],
  ["OR", "or"],
  ["NOT", "not"],
]);

/** A text in pieces, none of them empty, in order and apart; between them there is white space. In linear time. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = skipped(blanks, text, 0); at < text.length; at = skipped(blanks, text, at)) {
    const last = tokens.at(-1);
    const isValue = last?.kind === "field" && last.to === at;
    const token = tokenAt(text, at, isValue);
    tokens.push(token);
    at = token.to;
  }
  return tokens;
}

/** A phrase as it is written. */
export function quoted(text: string): string {
  return `"${text.replace(toEscape, "\\$&")}"`;
}

/** Whether a text stands for itself without quotes, behind a field too; with `isPrefix` with a star behind it. */
export function isBare(text: string, isPrefix: boolean): boolean {
  const [token, another] = tokensOf(isPrefix ? `${text}*` : text);
  const isTerm =
    another === undefined && token?.kind === (isPrefix ? "prefix" : "word") && token.text === text;
  return isTerm && (isPrefix || !isMinus(text.charAt(0)));
}

/** Whether a text is one minus sign. */
export function isMinus(text: string): boolean {
  return text.length === 1 && minus.test(text);
}

function tokenAt(text: string, at: number, isValue: boolean): Token {
  const char = text.charAt(at);
  if (char === "(" || char === "（") return tokenOf("open", at, at + 1, char, isValue);
  if (char === ")" || char === "）") return tokenOf("close", at, at + 1, char);
  if (quote.test(char)) return phraseAt(text, at, at, isValue);
  if (isValue) return wordAt(text, at, true);
  if (minus.test(char) && isExcluding(text, at + 1)) return tokenOf("not", at, at + 1, char);
  return fieldAt(text, at) ?? wordAt(text, at, false);
}

function tokenOf(kind: TokenKind, from: number, to: number, text: string, isValue = false): Token {
  return { from, to, kind, text, isValue, isClosed: true, isExcluded: false };
}

/** Whether a minus before this place leaves something out: two of them, or one by itself, are a word. */
function isExcluding(text: string, at: number): boolean {
  const char = text.charAt(at);
  return char !== "" && !minus.test(char) && !/[)）]/.test(char) && skipped(blanks, text, at) === at;
}

/** A phrase from its first quote to its last; what is before that one, from `from` on, belongs to it. */
function phraseAt(text: string, from: number, open: number, isValue: boolean): Token {
  let end = open + 1;
  while (end < text.length && !quote.test(text.charAt(end))) end += text.charAt(end) === "\\" ? 2 : 1;
  end = Math.min(end, text.length);
  const isClosed = end < text.length;
  const inside = text.slice(from, open) + text.slice(open + 1, end).replace(escaped, "$1");
  return { ...tokenOf("phrase", from, isClosed ? end + 1 : end, inside, isValue), isClosed };
}

/** A field with its colon; a name that is none makes one phrase with the quotes behind it. */
function fieldAt(text: string, at: number): Token | null {
  fieldStart.lastIndex = at;
  const found = fieldStart.exec(text);
  if (found === null) return null;
  const [, name, opening] = found as unknown as [string, string, string];
  const to = at + name.length + 1;
  if (isFieldName(name.toLowerCase())) return tokenOf("field", at, to, name.toLowerCase());
  return opening === "" ? null : phraseAt(text, at, to, false);
}

function wordAt(text: string, from: number, isValue: boolean): Token {
  const to = skipped(wordRun, text, from);
  const word = text.slice(from, to);
  const token = tokenOf("word", from, to, word, isValue);
  if (prefixForm.test(word.slice(-2))) return { ...token, kind: "prefix", text: word.slice(0, -1) };
  if (isValue) return token;
  const near = nearForm.exec(word);
  if (near !== null) return { ...token, kind: "near", text: near[1] ?? "" };
  return { ...token, kind: operators.get(word) ?? (patternForm.test(word) ? "pattern" : "word") };
}

/** Behind what the expression matches there; it may match nothing. */
function skipped(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  expression.exec(text);
  return Math.max(at, expression.lastIndex);
}
