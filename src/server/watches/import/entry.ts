import { fieldError } from "@/contract/errors";
import { expressionLimits } from "@/domain/query/expression";
import { importLimits } from "@/domain/text/imported-file";
import { readPastedLine } from "@/domain/query/pasted-line";
import { isUrl } from "@/domain/text/url";
import { sites } from "@/sites/registry";
import type { Draft } from "./draft";

export type Entry = {
  line: number;
  text: string;
  /** From our own export, so the expression is used literally. */
  isOwn?: boolean;
} & ({ draft: Draft } | { problem: string });

export function getEntry(line: number, text: string, draft: Partial<Draft> = {}): Entry {
  if (text.length > importLimits.line) return { line, text: head(text), problem: tooLong };
  const read = readPastedLine(text, siteTermFor);
  return "problem" in read
    ? { line, text: head(text), ...read }
    : { line, text: head(text), draft: { ...draft, ...read } };
}

const tooLong = `This line is too long: a keyword can have up to 100 characters, an expression up to ${expressionLimits.length}.`;

/** Translates the address of a `site:` term to a place or a site. */
export function siteTermFor(address: string): string | null {
  const url = /^https?:\/\//i.test(address) ? address : `https://${address.replace(/^www\./i, "")}`;
  for (const site of Object.values(sites)) {
    // Any URL could be a part of a site with "sampled" parts, which the imported watch need not read.
    if (!site.hasAll || site.hasParts === "sampled") continue;
    const name = site.strippedName(url);
    if (name !== url && site.isPlaceName(name)) return name === "all" ? `site:${site.id}` : `in:${name}`;
    if (getHost(site.getUrl("all")) === getHost(url) && new URL(url).pathname === "/")
      return `site:${site.id}`;
  }
  return null;
}

function getHost(url: string): string | null {
  return isUrl(url) ? new URL(url).hostname.replace(/^www\./, "") : null;
}

export function head(text: string): string {
  return text.trim().slice(0, 200).toWellFormed();
}

export const fileFault = (text: string) => fieldError("text", text);
