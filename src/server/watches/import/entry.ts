import { AppError } from "@/contract/errors";
import { expressionLimits } from "@/domain/query/expression";
import { importLimits } from "@/domain/imported-file";
import { readPastedLine } from "@/domain/query/pasted-line";
import { isUrl } from "@/domain/url";
import { sites } from "@/sites/registry";
import type { Draft } from "./draft";

/** A line of a file: the watch that it asks for, or why there can be none. */
export type Entry = {
  line: number;
  text: string;
  /** The file is our own export, so its expressions are meant as written. */
  isOwn?: boolean;
} & ({ draft: Draft } | { problem: string });

/** A line with a keyword, or with a query of a search engine. */
export function entryOf(line: number, text: string, draft: Partial<Draft> = {}): Entry {
  if (text.length > importLimits.line) return { line, text: head(text), problem: tooLong };
  const read = readPastedLine(text, meaningOf);
  return "problem" in read
    ? { line, text: head(text), ...read }
    : { line, text: head(text), draft: { ...draft, ...read } };
}

const tooLong = `This line is too long: a keyword can have up to 100 characters, an expression up to ${expressionLimits.length}.`;

/** An address behind `site:`: a place of one of the sites, or the site itself. */
export function meaningOf(address: string): string | null {
  const url = /^https?:\/\//i.test(address) ? address : `https://${address.replace(/^www\./i, "")}`;
  for (const site of Object.values(sites)) {
    if (!site.hasAll) continue;
    const name = site.strippedName(url);
    if (name !== url && site.isPlaceName(name)) return name === "all" ? `site:${site.id}` : `in:${name}`;
    if (hostOf(site.urlOf("all")) === hostOf(url) && new URL(url).pathname === "/") return `site:${site.id}`;
  }
  return null;
}

function hostOf(url: string): string | null {
  return isUrl(url) ? new URL(url).hostname.replace(/^www\./, "") : null;
}

/** The beginning of a line, as it is shown. */
export function head(text: string): string {
  return text.trim().slice(0, 200).toWellFormed();
}

/** Refuses a whole file. */
export function fileFault(text: string): AppError {
  return new AppError("VALIDATION_ERROR", text, { errors: { text: [text] } });
}
