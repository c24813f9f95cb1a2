import type { Item } from "./item";

/** Characters stored per item. Matching sees up to 100,000. */
export const storedLength = 20_000;
/** A site's own HTML that is longer is not stored: the text is rendered from Markdown instead. */
const htmlLength = 3 * storedLength;
const ending = "\n\n[…]";

export function storedBody(body: string): string {
  return body.length <= storedLength
    ? body
    : body.slice(0, storedLength - ending.length).toWellFormed() + ending;
}

export function storedHtml({ body, html }: Pick<Item, "body" | "html">): string | null {
  return html === null || body.length > storedLength || html.length > htmlLength ? null : html;
}

/** A row of a notification with its indexes and outbox entries. */
export const bytesOfMatch = 512;
/** A text is stored as Markdown, as HTML and as plain text. */
const forms = 3;
/** What the HTML of some marks adds: a link and its attributes, a reference, a paragraph or list item. */
const markup: readonly [mark: RegExp, bytes: number][] = [
  [/:\/\/|\]\(/g, 80],
  [/[&<>"]/g, 5],
  [/\n/g, 10],
  [/[*_`]/g, 5],
];

/** Estimated bytes of a stored item. Each account's first match counts them in full. */
export function storedBytes({
  title,
  body,
  url,
  author,
}: Pick<Item, "title" | "body" | "url" | "author">): number {
  const text = storedBody(body);
  const bytes = [title, url, author ?? ""].reduce((sum, one) => sum + Buffer.byteLength(one), 0);
  const marks = markup.reduce((sum, [mark, each]) => sum + each * (text.match(mark)?.length ?? 0), 0);
  return bytes + forms * Buffer.byteLength(text) + marks;
}
