/** What could steer a terminal or turn a line around: controls, bidi overrides and isolates, invisible marks. */
const steering = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
const longestWords = 200;

/** A stranger's text as one line that steers nothing. */
export function harmless(text: string): string {
  return text.toWellFormed().replace(steering, " ").replace(/ {2,}/g, " ").trim();
}

/** What a receiver said, short: its status, and its words where these are no page. */
export function wordsOf(status: string, text: string): string {
  const said = harmless(text.slice(0, 2_000));
  const isPage = said === "" || said.startsWith("<");
  return cut(isPage ? status : `${status}: ${said}`, longestWords);
}

/** At most so many UTF-16 units, no character halved. */
export function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, "")}…`;
}
