import { doubleQuotes } from "../matching/characters";
import { fieldOf, isFieldName } from "./fields";

/** What a line of a list says to look for; or why that can't be said here. */
export type PastedLine = { keyword: string; expression: string | null } | { problem: string };

/** What an address behind `site:` means here, as a part of an expression; null where it is none of the sites. */
export type MeaningOfAddress = (address: string) => string | null;

const longestKeyword = 100;
const quoted = new RegExp(`^[${doubleQuotes}]([^${doubleQuotes}]+)[${doubleQuotes}]$`, "u");
/** A phrase, or what stands between white space and brackets. */
const piece = new RegExp(
  `-?(?:[a-z]{1,20}:)?[${doubleQuotes}][^${doubleQuotes}]{0,5000}[${doubleQuotes}]|[()]|[^\\s()]+`,
  "giu",
);
const operators = new Set(["OR", "AND", "NOT", "NEAR", "|", "(", ")"]);
const around = /^AROUND\((\d+)\)$/;
const field = /^(-?)([a-z]+):(.+)$/i;

/** Other names of fields of ours, at search engines. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ["intitle", "title"],
  ["intext", "body"],
]);
const allOf: ReadonlyMap<string, string> = new Map([
  ["allintitle", "title"],
  ["allintext", "body"],
]);
/** What search engines can and this can't: it would be looked for as a word. */
const foreign =
  /^-?(inurl|allinurl|inanchor|filetype|ext|related|cache|before|after|loc|location|source|info):/i;

/**
 * Reads a line as people keep them in lists: a keyword as it stands, or a query of a search engine, such as Google Alerts'.
 * What means something else here is no keyword but a problem.
 */
export function readPastedLine(line: string, meaningOf: MeaningOfAddress): PastedLine {
  const text = line.trim();
  const phrase = quoted.exec(text)?.[1]?.trim();
  if (phrase !== undefined && !phrase.includes("*")) return { keyword: phrase, expression: null };
  const spaced = text.replace(/AROUND\((\d+)\)/g, "NEAR/$1").replace(/^(allin\w+):\s+/i, "$1:");
  const pieces = spaced.match(piece) ?? [];
  if (!pieces.some(isOfQuery)) return { keyword: text, expression: null };
  const said: string[] = [];
  let every: string | null = null;
  for (const one of pieces) {
    const [, minus = "", name = "", value = ""] = field.exec(one) ?? [];
    const wide = allOf.get(name.toLowerCase());
    if (wide !== undefined) every = wide;
    const read = wide === undefined ? readPiece(one, { minus, name, value }, meaningOf) : value;
    if (read === null) return { problem: `“${one}” isn't supported here.` };
    said.push(every === null || operators.has(read) || /^-|:/.test(read) ? read : `${every}:${read}`);
  }
  return { keyword: text.slice(0, longestKeyword).trim().toWellFormed(), expression: said.join(" ") };
}

function isOfQuery(one: string): boolean {
  // Brackets alone part nothing: "Mercury (element)" is a keyword.
  if (one === "(" || one === ")") return false;
  if (operators.has(one) || /^NEAR\/\d+$/.test(one) || around.test(one)) return true;
  const name = field.exec(one)?.[2]?.toLowerCase() ?? "";
  if (isFieldName(name) || synonyms.has(name) || allOf.has(name) || foreign.test(one)) return true;
  return (
    /^[-+~][\p{L}\p{N}"“(]/u.test(one) || /[\p{L}\p{N}]\*$/u.test(one) || one.startsWith('"') || one === "*"
  );
}

/** Null for what can't be said. */
function readPiece(
  one: string,
  { minus, name, value }: { minus: string; name: string; value: string },
  meaningOf: MeaningOfAddress,
): string | null {
  if (one === "|") return "OR";
  if (foreign.test(one) || one.startsWith("~") || /\*./.test(one) || one === "*") return null;
  if (/^\+[\p{L}\p{N}"“]/u.test(one)) return one.slice(1);
  const own = synonyms.get(name.toLowerCase());
  if (own !== undefined) return `${minus}${own}:${value}`;
  if (!isFieldName(name.toLowerCase()) || fieldOf(name.toLowerCase()) !== "site" || !value.includes("."))
    return one;
  const meant = meaningOf(value);
  return meant === null ? null : `${minus}${meant}`;
}
