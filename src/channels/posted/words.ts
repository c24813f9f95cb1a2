import { wholeCharacter } from "@/domain/snippet";

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
  return cut(said === "" || isPage(said) ? status : `${status}: ${said}`, longestWords);
}

/** True for HTML: no chat or ntfy server answers with it, but proxies and sign-in pages in front of them do. */
export function isPage(text: string): boolean {
  return text.trimStart().startsWith("<");
}

/** At most so many UTF-16 units, no character halved. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, wholeCharacter(text, most - 1)).trimEnd()}…`;
}

/** Letters that are written from right to left. */
const turning = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text by the direction of its own letters, which turns around nothing beside it: receivers have no element that says so. */
export function isolated(text: string): string {
  return turning.test(text) ? `\u2068${text}\u2069` : text;
}
