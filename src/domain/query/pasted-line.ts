import { doubleQuotes } from "../matching/characters";
import { getField, isFieldName } from "./fields";

export type PastedLine = { keyword: string; expression: string | null } | { problem: string };

/** Translates the host of a `site:` operator into an expression part. Null if we don't support the site. */
export type MeaningOfAddress = (address: string) => string | null;

const maxKeywordLength = 100;
const quoted = new RegExp(`^[${doubleQuotes}]([^${doubleQuotes}]+)[${doubleQuotes}]$`, "u");
/** A phrase, a parenthesis, or a run of other characters without spaces. */
const chunk = new RegExp(
  `-?(?:[a-z]{1,20}:)?[${doubleQuotes}][^${doubleQuotes}]{0,5000}[${doubleQuotes}]|[()]|[^\\s()]+`,
  "giu",
);
const operators = new Set(["OR", "AND", "NOT", "NEAR", "|", "(", ")"]);
const around = /^AROUND\((\d+)\)$/;
const field = /^(-?)([a-z]+):(.+)$/i;

/** Search engine names for our fields. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ["intitle", "title"],
  ["intext", "body"],
]);
const allOf: ReadonlyMap<string, string> = new Map([
  ["allintitle", "title"],
  ["allintext", "body"],
]);
/** Search engine operators that we don't support. Here they would be searched as plain words. */
const foreign =
  /^-?(inurl|allinurl|inanchor|filetype|ext|related|cache|before|after|loc|location|source|info):/i;

/** Parses a keyword or search engine syntax. Reports operators that have a different meaning here. */
export function readPastedLine(line: string, getMeaning: MeaningOfAddress): PastedLine {
  const text = line.trim();
  const phrase = quoted.exec(text)?.[1]?.trim();
  if (phrase !== undefined && !phrase.includes("*")) return { keyword: phrase, expression: null };
  const spaced = text.replace(/AROUND\((\d+)\)/g, "NEAR/$1").replace(/^(allin\w+):\s+/i, "$1:");
  const chunks = spaced.match(chunk) ?? [];
  if (!chunks.some(isOfQuery)) return { keyword: text, expression: null };
  const said: string[] = [];
  let every: string | null = null;
  for (const one of chunks) {
    const [, minus = "", name = "", value = ""] = field.exec(one) ?? [];
    const wide = allOf.get(name.toLowerCase());
    if (wide !== undefined) every = wide;
    const read = wide === undefined ? readPart(one, { minus, name, value }, getMeaning) : value;
    if (read === null) return { problem: `“${one}” isn't supported here.` };
    said.push(every === null || operators.has(read) || /^-|:/.test(read) ? read : `${every}:${read}`);
  }
  return { keyword: text.slice(0, maxKeywordLength).trim().toWellFormed(), expression: said.join(" ") };
}

function isOfQuery(one: string): boolean {
  // Parentheses alone don't make a query: "Mercury (element)" is a keyword.
  if (one === "(" || one === ")") return false;
  if (operators.has(one) || /^NEAR\/\d+$/.test(one) || around.test(one)) return true;
  const name = field.exec(one)?.[2]?.toLowerCase() ?? "";
  if (isFieldName(name) || synonyms.has(name) || allOf.has(name) || foreign.test(one)) return true;
  return (
    /^[-+~][\p{L}\p{N}"“(]/u.test(one) || /[\p{L}\p{N}]\*$/u.test(one) || one.startsWith('"') || one === "*"
  );
}

/** Returns null for unsupported operators. */
function readPart(
  one: string,
  { minus, name, value }: { minus: string; name: string; value: string },
  getMeaning: MeaningOfAddress,
): string | null {
  if (one === "|") return "OR";
  if (foreign.test(one) || one.startsWith("~") || /\*./.test(one) || one === "*") return null;
  if (/^\+[\p{L}\p{N}"“]/u.test(one)) return one.slice(1);
  const own = synonyms.get(name.toLowerCase());
  if (own !== undefined) return `${minus}${own}:${value}`;
  if (!isFieldName(name.toLowerCase()) || getField(name.toLowerCase()) !== "site" || !value.includes("."))
    return one;
  const meant = getMeaning(value);
  return meant === null ? null : `${minus}${meant}`;
}
