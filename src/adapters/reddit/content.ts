import TurndownService from "turndown";
import type { Item } from "@/domain/item";
import { countTags } from "@/domain/markdown/nesting";
import { escapeMarkdown } from "./escape";
import { unescapeOnce } from "./html";
import { RULES } from "./rules";

/** Nothing a person wrote is nested deeper; beyond it the converter's recursion and its time are at stake. */
const MAX_NESTING = 100;
/** The HTML of 40,000 characters full of markup stays below this. */
const MAX_HTML_LENGTH = 400_000;

const turndown = createTurndown();

/**
 * What is shown of an item, as Markdown: the site's HTML converted, with links made absolute and hidden texts left
 * hidden; the Markdown source where there is no HTML or none that should be parsed. Never throws.
 */
export function contentOf(item: Item): string {
  const html = item.html === null ? "" : unescapeOnce(item.html.trimStart());
  if (html === "" || html.length > MAX_HTML_LENGTH || countTags(html, MAX_NESTING).depth > MAX_NESTING)
    return item.body;
  try {
    return turndown.turndown(visible(html)).trim() || item.body;
  } catch {
    // The source shows the same words; an item must not be lost for its looks.
    return item.body;
  }
}

function createTurndown(): TurndownService {
  const service = new TurndownService({
    headingStyle: "atx",
    hr: "---",
    bulletListMarker: "-",
    codeBlockStyle: "fenced",
    emDelimiter: "*",
    // White space in code stays: fences arrive as inline code that holds the line breaks.
    preformattedCode: true,
  });
  service.escape = escapeMarkdown;
  for (const [name, rule] of Object.entries(RULES)) service.addRule(name, rule);
  return service;
}

/** Without characters that show nothing (in every other place they only split words), spaces as plain spaces. */
function visible(html: string): string {
  return html
    .replace(/[\u200B\u2060\uFEFF]|&#x200B;|&#8203;/gi, "")
    .replace(/\u00A0|&nbsp;|&#160;|&#xA0;/gi, " ");
}
