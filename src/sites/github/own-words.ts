/** The first lookahead stops it from scanning the rest of the line again for every shorter run of backticks. */
const fence = /^ {0,3}(`{3,}(?!`)(?!.*`)|~{3,})/;
const quote = /^ {0,3}>/;
/** The line above a quoted email, which can be broken in two. */
const attribution = /^On\b.{1,300}\bwrote:\s*$/;
const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const opening = "<!--";
const closing = "-->";

/** Removes code, quotes and hidden comments. Each ends a paragraph, so phrases don't continue behind it. */
export function ownWords(markdown: string): string {
  const lines = withoutComments(markdown.replace(/\r\n?/g, "\n")).split("\n");
  const stored: string[] = [];
  let open: string | null = null;
  let isCode = false;
  let isList = false;
  lines.forEach((line, at) => {
    if (open !== null) {
      const mark = open;
      if (line.trim().startsWith(mark) && line.trim().replaceAll(mark[0]!, "") === "") open = null;
      return stored.push("");
    }
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined) open = mark;
    const isBlank = line.trim() === "";
    if (!isBlank && !/^\s/.test(line)) isList = false;
    if (listItem.test(line)) isList = true;
    // Indented text is code, except within lists and in the middle of a paragraph.
    const isIndented = /^(?: {4}|\t)/.test(line) && !isList;
    isCode = isIndented && !isBlank ? isCode || (stored.at(-1) ?? "").trim() === "" : isCode && isBlank;
    const isLeft = mark !== undefined || quote.test(line) || isCode || isAttribution(lines, at);
    return stored.push(isLeft ? "" : line);
  });
  return stored
    .join("\n")
    .replace(/<pre\b[^<>]{0,500}>[^<]{0,20000}(?:<(?!\/?pre\b)[^<]{0,20000}){0,2000}<\/pre>/gi, "\n\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function isAttribution(lines: readonly string[], at: number): boolean {
  const joins = (from: number, count: number) => lines.slice(from, from + count).join(" ");
  const leadsToQuote = (from: number) =>
    quote.test(lines.slice(from, from + 3).find((line) => line.trim() !== "") ?? "");
  if (!lines[at]!.includes("wrote:") && !/^On\b/.test(lines[at]!)) return false;
  if (attribution.test(lines[at]!)) return leadsToQuote(at + 1);
  const isFirst = attribution.test(joins(at, 2)) && leadsToQuote(at + 2);
  return isFirst || (at > 0 && attribution.test(joins(at - 1, 2)) && leadsToQuote(at + 1));
}

/** Removes HTML comments outside fenced code, but not unclosed ones. */
function withoutComments(markdown: string): string {
  const last = markdown.lastIndexOf(closing);
  let result = "";
  let at = 0;
  let end = 0;
  let open: string | null = null;
  while (at < markdown.length) {
    if (at >= end) end = markdown.indexOf("\n", at) + 1 || markdown.length;
    const line = markdown.slice(at, end);
    const mark = fence.exec(line)?.[1];
    if (open !== null) {
      if (mark !== undefined && mark.startsWith(open)) open = null;
    } else if (mark !== undefined) open = mark;
    const start = open === null ? line.indexOf(opening) : -1;
    if (start === -1 || at + start > last) {
      result += line;
      at = end;
    } else {
      result += `${line.slice(0, start)} `;
      at = markdown.indexOf(closing, at + start) + closing.length;
    }
  }
  return result;
}
