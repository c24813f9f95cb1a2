import TurndownService from "turndown";
import { escapeMarkdown } from "@/domain/markdown/escape";
import { getWebAddress } from "../web-address";
import type { Dialect } from "./dialect";
import { normalizeHtml } from "./normalize";
import type { NormalHtml } from "./normalizer";
import { rules } from "./rules";

/** Maximum total length of link targets. Relative links grow by the length of their base. */
const maxLinkLength = 50_000;

interface WebOptions {
  /** Base URL for relative links, which are omitted without it. */
  base?: string;
  /** Remaining length for link targets, shared by all texts of a document. */
  links?: { left: number };
}

/** The dialect of pages that anyone can write. */
export function webDialect({ base, links = { left: maxLinkLength } }: WebOptions = {}): Dialect {
  return {
    getAddress(href) {
      const address = getWebAddress(href, base);
      if (address === null || address.length > links.left) return null;
      links.left -= address.length;
      return address;
    },
  };
}

/** The dialect of a site that only has absolute links, which stay as written. */
export const absoluteLinks: Dialect = {
  getAddress: (href) => (/^https?:\/\/[^\s<>]+$/i.test(href.trim()) ? href.trim() : null),
};

export interface WrittenText {
  markdown: string;
  plain: string;
}

const turndown = createTurndown();

/** Converts HTML to Markdown. Elements without Markdown are reduced to their text. Never throws. */
export function toMarkdown(source: string, dialect: Dialect): WrittenText & Pick<NormalHtml, "isTooMuch"> {
  const { html, ...rest } = normalizeHtml(source, dialect);
  return { markdown: turndown.turndown(html), ...rest };
}

function createTurndown(): TurndownService {
  const service = new TurndownService({
    ...{ headingStyle: "atx", hr: "---", emDelimiter: "*" },
    // Keeps white space in code.
    preformattedCode: true,
  });
  service.escape = escapeMarkdown;
  for (const [name, rule] of Object.entries(rules)) service.addRule(name, rule);
  return service;
}

export function toText(html: string): string {
  return normalizeHtml(html, absoluteLinks, { isTitle: true }).plain;
}

export function textToHtml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/\n{2,}/g, "<p>")
    .replace(/\n/g, "<br>");
}
