import { wholeCharacter } from "@/domain/text/snippet";

/** Characters that could control a terminal or reverse text, including bidi and invisible marks. */
const steering = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
const maxWordsLength = 200;

/** Reduces untrusted text to one line without such characters. */
export function harmless(text: string): string {
  return text.toWellFormed().replace(steering, " ").replace(/ {2,}/g, " ").trim();
}

export function getWords(status: string, text: string): string {
  const words = harmless(text.slice(0, 2_000));
  return cut(words === "" || isPage(words) ? status : `${status}: ${words}`, maxWordsLength);
}

/** True for HTML, which only proxies and sign-in pages return, never chat or ntfy servers. */
export function isPage(text: string): boolean {
  return text.trimStart().startsWith("<");
}

/** Truncates to `max` UTF-16 units without splitting a character. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, wholeCharacter(text, max - 1)).trimEnd()}…`;
}

const turning = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Keeps right-to-left text from affecting its surroundings. Receivers have no markup for this. */
export function isolated(text: string): string {
  return turning.test(text) ? `\u2068${text}\u2069` : text;
}
