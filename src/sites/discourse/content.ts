import type { Item } from "@/domain/reading/item";

const quote = /^\[quote(?:=[^\]\n]{0,300})?\]$/i;
const quoteEnd = /^\[\/quote\]$/i;
const details = /^\[details(?:="?([^\]"\n]{0,300})"?)?\]$/i;
/** BBCode that shows nothing without the forum's scripts. */
const other = /^\[\/?(?:details|spoiler|poll|wrap|grid|date-range)\b[^\]\n]{0,300}\]$/i;
/** Uploads with the forum's short URLs, which don't work elsewhere. */
const upload = /!?\[([^\]\n|]{0,300})(?:\|[^\]\n]{0,100})?\]\(upload:\/\/[^)\s]{1,300}\)/g;

/** Converts a post's source to Markdown, including quotes and other BBCode. Never throws. */
export function getContent({ body }: Pick<Item, "body">): string {
  let quotes = 0;
  const lines: string[] = [];
  for (const line of body.split("\n")) {
    const mark = line.trim();
    if (quote.test(mark)) quotes += 1;
    else if (quoteEnd.test(mark)) quotes = Math.max(0, quotes - 1);
    const isMark = quote.test(mark) || quoteEnd.test(mark) || other.test(mark);
    // A blank line separates a quote from the text after it.
    if (isMark) lines.push(...["", details.exec(mark)?.[1] ?? "", ""].slice(0, details.test(mark) ? 3 : 1));
    else lines.push(`${"> ".repeat(Math.min(quotes, 5))}${line}`.trimEnd());
  }
  return lines.join("\n").replace(upload, "$1").trim();
}
