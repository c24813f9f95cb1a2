import type { Item } from "@/domain/reading/item";
import { BUDGET } from "@/domain/markdown/limits";
import { LINK_SCHEMES } from "@/domain/markdown/schema";
import type { Dialect } from "../markup/dialect";
import { toMarkdown } from "../markup/markdown";
import { absoluteUrl } from "./address";
import { unescapeOnce } from "./html";

/** The HTML of 40,000 characters full of markup stays below this. */
const maxHtmlLength = 400_000;
/** Markup and full URLs make Markdown longer than its source, but not by this much. */
const maxContentLength = 2.5 * BUDGET.length;

const scheme = new RegExp(`^(?:${LINK_SCHEMES.join("|")}):`, "i");
/** Site-wide link targets that mark the link's title as a spoiler. */
const spoilerTarget = /^(?:#|\/)(?:s|sp|spoilers?|g|b)$/i;

const dialect: Dialect = {
  getAddress: (href) => (scheme.test(href) ? href : absoluteUrl(href)),
  isSpoiler: (attributes) => /\bmd-spoiler-text\b/.test(attributes.class ?? ""),
  hasHiddenTitle: ({ href = "", title = "" }) => spoilerTarget.test(href) && title !== "",
  ...{ hasEmotes: true, hasImages: true, hasTables: true, hasSuperscript: true, hasFencesInLine: true },
};

/** With absolute links, without spoilers. Returns `body` without HTML or if it is too much. Never throws. */
export function getContent({ html, body }: Pick<Item, "html" | "body">): string {
  const source = html === null ? "" : unescapeOnce(html.trimStart());
  if (source.length > maxHtmlLength) return body;
  const visible = source.replace(/[\u200B\u2060\uFEFF]|&#x200B;|&#8203;/gi, "");
  const { markdown, isTooMuch } = toMarkdown(visible, dialect);
  return markdown === "" || isTooMuch || markdown.length > maxContentLength ? body : markdown;
}
