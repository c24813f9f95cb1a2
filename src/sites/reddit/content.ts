import TurndownService from "turndown";
import type { Item } from "@/domain/item";
import { BUDGET } from "@/domain/markdown/limits";
import { escapeMarkdown } from "@/domain/markdown/escape";
import { unescapeOnce } from "./html";
import { countRegularHtml, type HtmlCounts } from "./regular-html";
import { RULES } from "./rules";

/** Beyond it nobody wrote it by hand, and converting it takes more than a fraction of a tenth of a second. */
const MOST: HtmlCounts = { elements: 5_000, depth: BUDGET.nesting, cells: BUDGET.cells, indented: 20_000 };
/** The HTML of 40,000 characters full of markup stays below this. */
const MAX_HTML_LENGTH = 400_000;
/** Marks and whole addresses make a text longer than it was written, but not that much. */
const MAX_CONTENT_LENGTH = 2.5 * BUDGET.length;

const turndown = createTurndown();

/**
 * What is shown of an item, as Markdown: the site's HTML converted, with links made absolute and hidden texts left
 * hidden; the Markdown source where there is no HTML or none that should be parsed. Never throws.
 */
export function contentOf({ html, body }: Pick<Item, "html" | "body">): string {
  const source = html === null ? "" : unescapeOnce(html.trimStart());
  if (source === "" || isTooMuch(source)) return body;
  try {
    const content = turndown.turndown(visible(source)).trim();
    return content === "" || content.length > MAX_CONTENT_LENGTH ? body : content;
  } catch {
    // The source shows the same words; an item must not be lost for its looks.
    return body;
  }
}

function isTooMuch(html: string): boolean {
  if (html.length > MAX_HTML_LENGTH) return true;
  const counts = countRegularHtml(html);
  return (
    counts === null || (Object.keys(MOST) as (keyof HtmlCounts)[]).some((name) => counts[name] > MOST[name])
  );
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

/**
 * Without characters that show nothing (in every other place they only split words), spaces as plain spaces, and no
 * more white space in a row than one sees: the converter's patterns try each of it for the end.
 */
function visible(html: string): string {
  return html
    .replace(/[\u200B\u2060\uFEFF]|&#x200B;|&#8203;/gi, "")
    .replace(/\u00A0|&nbsp;|&#160;|&#xA0;/gi, " ")
    .replace(/\s{200,}/g, (gap) => gap.slice(0, 200));
}
