import { apostrophes, doubleQuotes, hyphens, white } from "../matching/characters";

const likeApostrophes = `'\`\u00b4${apostrophes}`;
/** White space, quotes and hyphens are written in several ways, and Markdown can escape ASCII punctuation. */
const varied = new RegExp(
  `([${white}]+)|([${likeApostrophes}])|([${doubleQuotes}])|([${hyphens}])|([!-/:-@[-\`{-~])`,
  "g",
);
/** Shorter parts are in most texts, so each of them would be compared with the pattern. */
const minPlainLength = 3;

/**
 * The spellings of a term: `plain` occurs in each of them, `pattern` (a regular expression of PostgreSQL) matches
 * them all. Without a pattern, `plain` is the term.
 */
export function spellings(term: string): { plain: string; pattern: string | null } {
  const longest = term.split(varied).reduce((one: string, other = "") => {
    return other.length > one.length && other.search(varied) === -1 ? other : one;
  }, "");
  const isPlain = term.search(varied) === -1;
  if (isPlain || longest.length < minPlainLength) return { plain: term, pattern: null };
  return { plain: longest, pattern: spellingPattern(term) };
}

/** Returns a regular expression of PostgreSQL that matches each spelling of a term. */
export function spellingPattern(term: string): string {
  return term.replace(varied, (written, space, tick, quote, hyphen) => {
    if (space !== undefined) return `[${white}]+`;
    if (tick !== undefined) return `\\\\?[${likeApostrophes}]`;
    if (quote !== undefined) return `\\\\?[${doubleQuotes}]`;
    if (hyphen !== undefined) return `\\\\?[${hyphens}]`;
    return `\\\\?\\${written}${written === "&" ? "(?:amp;)?" : ""}`;
  });
}
