import { doubleQuotes } from "../matching/characters";
import { foldKeyword } from "../matching/fold";
import { type Chips, toChips, expressionOfChips, expressionOfKeyword, noChips } from "./chips";
import { fieldValue } from "./fields";
import { parseExpression } from "./parse";
import { printed } from "./printer";
import { isRefused } from "./problems";

/** Chips of the form. The keyword (the first of `anyOf`) is stored separately. */
export type OtherTerm = Omit<Chips, "anyOf"> & { also: readonly string[] };
export type ChipList = keyof OtherTerm;

export interface WatchWords {
  chips: OtherTerm;
  text: string | null;
}

const { must, mustNot, authors, notAuthors, flair } = noChips;
export const keywordAlone: WatchWords = {
  chips: { also: [], must, mustNot, authors, notAuthors, flair },
  text: null,
};

export function watchWords(keyword: string, expression: string | null): WatchWords {
  if (expression === null) return keywordAlone;
  const read = wordsAsChips(keyword, expression);
  return "chips" in read && read.keyword === keyword
    ? { chips: read.chips, text: null }
    : { ...keywordAlone, text: expression };
}

/** Converts form state to an expression. Null if the watch only has a keyword. */
export function expressionOfWords(keyword: string, { chips, text }: WatchWords): string | null {
  if (text === null)
    return Object.values(chips).some((list) => list.length > 0) ? asText(keyword, chips) : null;
  const typed = text.trim();
  return typed !== "" && typed === asText(keyword, keywordAlone.chips) ? null : typed;
}

export function wordsAsText(keyword: string, { chips, text }: WatchWords): WatchWords {
  return { chips, text: text ?? asText(keyword, chips) };
}

/** Without a keyword, uses the first word. Returns the reason if chips can't represent the text. */
export function wordsAsChips(
  keyword: string,
  text: string,
): { keyword: string; chips: OtherTerm } | { why: string } {
  if (text.trim() === "") return { keyword, chips: keywordAlone.chips };
  const { expression, problems } = parseExpression(text);
  if (expression === null || isRefused(problems)) return { why: "Fix the marked problems to use chips." };
  const said = toChips(expression);
  if (said === null) return { why: "This expression is too complex for chips, so it stays as text." };
  const { anyOf, must: required, ...rest } = said;
  const heading = keyword.trim() === "" ? (anyOf[0] ?? "") : keyword.trim();
  const isKeyword = (word: string) => foldKeyword(word) === foldKeyword(heading);
  // Other capitalizations are other terms in watches that match case.
  const others = (words: readonly string[]) => {
    const own = words.includes(heading) ? heading : words.find(isKeyword);
    return words.filter((word) => word !== own);
  };
  if (anyOf.some(isKeyword))
    return { keyword: heading, chips: { ...rest, must: required, also: others(anyOf) } };
  // If all words are required, any of them can be the keyword.
  if (anyOf.length === 1 && required.some(isKeyword))
    return { keyword: heading, chips: { ...rest, must: [...anyOf, ...others(required)], also: [] } };
  return { why: `Chips need the keyword “${heading}” in the expression, so it stays as text.` };
}

function asText(keyword: string, { also, ...rest }: OtherTerm): string {
  const isAlone = [also, ...Object.values(rest)].every((list) => list.length === 0);
  const expression = isAlone
    ? expressionOfKeyword(keyword)
    : expressionOfChips({ ...rest, anyOf: [keyword, ...also] });
  return expression === null ? "" : printed(expression);
}

const entry = new RegExp(`[${doubleQuotes}][^${doubleQuotes}]*[${doubleQuotes}]?|[^,${doubleQuotes}]+`, "g");
const aroundQuotes = new RegExp(`^[${doubleQuotes}]|[${doubleQuotes}]$`, "g");
const exclusion = /^(?:-\s*|not\s+)(?=\S)/i;

/** Adds comma-separated input without duplicates. In rows with `excluded`, a minus or "not" adds there. */
export function withTyped(
  chips: OtherTerm,
  row: { list: ChipList; excluded?: ChipList },
  typed: string,
): OtherTerm {
  const next = { ...chips };
  for (const chunk of typed.match(entry) ?? []) {
    const isExcluded = row.excluded !== undefined && exclusion.test(chunk.trim());
    const list = isExcluded ? row.excluded! : row.list;
    const bare = isExcluded ? chunk.trim().replace(exclusion, "") : chunk.trim();
    const text = valueOf(list, bare.replace(aroundQuotes, "").trim());
    const isThere = next[list].some((one) => foldKeyword(one) === foldKeyword(text));
    if (foldKeyword(text) !== "" && !isThere) next[list] = [...next[list], text];
  }
  return next;
}

function valueOf(list: ChipList, text: string): string {
  const field = list === "flair" ? "flair" : list === "authors" || list === "notAuthors" ? "author" : null;
  if (field === null) return text;
  const read = fieldValue(field, text);
  return "value" in read ? read.value : "";
}
