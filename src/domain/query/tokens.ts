import { doubleQuotes, hyphens, white } from "../matching/characters";
import { isFieldName } from "./fields";

/** `pattern` is text between slashes. The `text` of `near` is its number, of `field` its lower-case name. */
export type TokenKind =
  "word" | "prefix" | "phrase" | "pattern" | "and" | "or" | "not" | "near" | "field" | "open" | "close";

export const termKinds: ReadonlySet<TokenKind> = new Set<TokenKind>(["word", "prefix", "phrase"]);

/** UTF-16 offsets; `to` is exclusive. */
export interface Range {
  from: number;
  to: number;
}

export interface Token extends Range {
  kind: TokenKind;
  /** The content without syntax: a phrase without its quotes, a prefix without its `*`. */
  text: string;
  isValue: boolean;
  /** Only for phrases: true if there is a closing quote. */
  isClosed: boolean;
  /** Set by the parser if the token is negated, directly or by a group. */
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

/** Splits a text into non-empty tokens separated by white space, in linear time. */
export function getTokens(text: string): Token[] {
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

export function quoted(text: string): string {
  return `"${text.replace(toEscape, "\\$&")}"`;
}

/** Returns true if the text needs no quotes, even after a field. `isPrefix`: followed by `*`. */
export function isBare(text: string, isPrefix: boolean): boolean {
  const [token, another] = getTokens(isPrefix ? `${text}*` : text);
  const isTerm =
    another === undefined && token?.kind === (isPrefix ? "prefix" : "word") && token.text === text;
  return isTerm && (isPrefix || !isMinus(text.charAt(0)));
}

export function isMinus(text: string): boolean {
  return text.length === 1 && minus.test(text);
}

function tokenAt(text: string, at: number, isValue: boolean): Token {
  const char = text.charAt(at);
  if (char === "(" || char === "（") return getToken("open", at, at + 1, char, isValue);
  if (char === ")" || char === "）") return getToken("close", at, at + 1, char);
  if (quote.test(char)) return phraseAt(text, at, at, isValue);
  if (isValue) return wordAt(text, at, true);
  if (minus.test(char) && isExcluding(text, at + 1)) return getToken("not", at, at + 1, char);
  return fieldAt(text, at) ?? wordAt(text, at, false);
}

function getToken(kind: TokenKind, from: number, to: number, text: string, isValue = false): Token {
  return { from, to, kind, text, isValue, isClosed: true, isExcluded: false };
}

/** Returns true if the minus before `at` negates the next token. A lone minus or two in a row are words. */
function isExcluding(text: string, at: number): boolean {
  const char = text.charAt(at);
  return char !== "" && !minus.test(char) && !/[)）]/.test(char) && skipped(blanks, text, at) === at;
}

/** Reads a quoted phrase. Text between `from` and the opening quote becomes part of the phrase. */
function phraseAt(text: string, from: number, open: number, isValue: boolean): Token {
  let end = open + 1;
  while (end < text.length && !quote.test(text.charAt(end))) end += text.charAt(end) === "\\" ? 2 : 1;
  end = Math.min(end, text.length);
  const isClosed = end < text.length;
  const inside = text.slice(from, open) + text.slice(open + 1, end).replace(escaped, "$1");
  return { ...getToken("phrase", from, isClosed ? end + 1 : end, inside, isValue), isClosed };
}

/** Reads a field name with its colon. An unknown name followed by a quote is part of the phrase. */
function fieldAt(text: string, at: number): Token | null {
  fieldStart.lastIndex = at;
  const found = fieldStart.exec(text);
  if (found === null) return null;
  const [, name, opening] = found as unknown as [string, string, string];
  const to = at + name.length + 1;
  if (isFieldName(name.toLowerCase())) return getToken("field", at, to, name.toLowerCase());
  return opening === "" ? null : phraseAt(text, at, to, false);
}

function wordAt(text: string, from: number, isValue: boolean): Token {
  const to = skipped(wordRun, text, from);
  const word = text.slice(from, to);
  const token = getToken("word", from, to, word, isValue);
  if (prefixForm.test(word.slice(-2))) return { ...token, kind: "prefix", text: word.slice(0, -1) };
  if (isValue) return token;
  const near = nearForm.exec(word);
  if (near !== null) return { ...token, kind: "near", text: near[1] ?? "" };
  return { ...token, kind: operators.get(word) ?? (patternForm.test(word) ? "pattern" : "word") };
}

function skipped(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  expression.exec(text);
  return Math.max(at, expression.lastIndex);
}
