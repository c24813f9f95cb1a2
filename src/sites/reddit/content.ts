import TurndownService from "turndown";
import type { Item } from "@/domain/item";
import { BUDGET } from "@/domain/markdown/limits";
import { escapeMarkdown } from "@/domain/markdown/escape";
import { unescapeOnce } from "./html";
import { countRegularHtml, type HtmlCounts } from "./regular-html";
import { RULES } from "./rules";

/** Above these limits, conversion is slow (more than a fraction of 0.1 s). */
const LIMITS: HtmlCounts = { elements: 5_000, depth: BUDGET.nesting, cells: BUDGET.cells, indented: 20_000 };
/** The HTML of 40,000 characters full of markup stays below this. */
const MAX_HTML_LENGTH = 400_000;
/** Markup and full URLs make Markdown longer than its source, but not by this much. */
const MAX_CONTENT_LENGTH = 2.5 * BUDGET.length;

const turndown = createTurndown();

/** With absolute links, without spoilers. Returns `body` without HTML or if slow to parse. Never throws. */
export function getContent({ html, body }: Pick<Item, "html" | "body">): string {
  const source = html === null ? "" : unescapeOnce(html.trimStart());
  if (source === "" || isTooMuch(source)) return body;
  try {
    const content = turndown.turndown(visible(source)).trim();
    return content === "" || content.length > MAX_CONTENT_LENGTH ? body : content;
  } catch {
    // The source has the same words. Formatting problems must not lose the item.
    return body;
  }
}

function isTooMuch(html: string): boolean {
  if (html.length > MAX_HTML_LENGTH) return true;
  const counts = countRegularHtml(html);
  return (
    counts === null ||
    (Object.keys(LIMITS) as (keyof HtmlCounts)[]).some((name) => counts[name] > LIMITS[name])
  );
}

function createTurndown(): TurndownService {
  const service = new TurndownService({
    headingStyle: "atx",
    hr: "---",
    bulletListMarker: "-",
    codeBlockStyle: "fenced",
    emDelimiter: "*",
    // Keep white space in code: fenced blocks arrive as inline code with line breaks.
    preformattedCode: true,
  });
  service.escape = escapeMarkdown;
  for (const [name, rule] of Object.entries(RULES)) service.addRule(name, rule);
  return service;
}

/** Limits runs of white space, for which the converter's regular expressions are slow. */
function visible(html: string): string {
  return html
    .replace(/[\u200B\u2060\uFEFF]|&#x200B;|&#8203;/gi, "")
    .replace(/\u00A0|&nbsp;|&#160;|&#xA0;/gi, " ")
    .replace(/\s{200,}/g, (gap) => gap.slice(0, 200));
}
