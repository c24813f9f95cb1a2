import { firstSpan, type SearchBudget } from "@/domain/clip-passage";
import type { Highlight } from "@/domain/markdown/marks";
import { markdownToText } from "@/domain/markdown/text";
import type { NotificationRow } from "./sql/notification-row";

/** A passage is a few lines: of a long text no more than this is read as Markdown. */
const partLength = 1_500;

/** What has no sign of Markdown in it is plain text as it stands. */
const markup = /[\\`*_~[\]<>#|&!]|:\/\/|www\.|^\s*(?:[-+=]|\d+[.)])/m;

/** The same texts are listed again and again: what was read of the last of them is kept. */
const read = new Map<string, string>();
const mostRead = 1_000;

/**
 * An item's words as plain text line by line, without the signs of quotes and the addresses of links; of a long text the part
 * where one of `highlights` is first found.
 */
export function itemText(
  { source }: Pick<NotificationRow, "source">,
  highlights: readonly Highlight[],
  budget: SearchBudget,
): { text: string; isPart: boolean } {
  const isPart = source.length > partLength;
  const part = isPart ? partAround(source, firstSpan(source, highlights, budget)?.start ?? 0) : source;
  const text = readMarkdown(part);
  const bare = text
    .replace(/^(?:> ?)+/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
  return { text: bare === "" ? text : bare, isPart };
}

function readMarkdown(source: string): string {
  if (!markup.test(source)) return source;
  const text = read.get(source) ?? markdownToText(source, { links: "text-only" });
  read.delete(source);
  read.set(source, text);
  if (read.size > mostRead) read.delete(read.keys().next().value!);
  return text;
}

/** From the beginning of a line where one is near. */
function partAround(source: string, at: number): string {
  const from = at < partLength * 0.7 ? 0 : at - partLength / 3;
  const line = source.lastIndexOf("\n", from) + 1;
  const start = from - line > partLength / 3 ? from : line;
  return source.slice(start, start + partLength).toWellFormed();
}
