import type { Item } from "./item";

const maxTitle = 100;
const maxSource = 4_000;

/** Returns the title, or a stand-in if the item has no title. `body` is Markdown. */
export function titled(title: string, body: string): Pick<Item, "title" | "isUntitled"> {
  return title === "" ? untitled(beginningOfMarkdown(body)) : { title };
}

/** Returns a stand-in for a missing title: the first line of the text. It is displayed but never matched. */
export function untitled(beginning: string): Pick<Item, "title"> & { isUntitled: true } {
  return { title: beginning === "" ? "(no text)" : beginning, isUntitled: true };
}

/** Returns the first line, shortened. Empty if there is no text. */
export function startOfText(text: string): string {
  const line = text.slice(0, maxSource).trim().split(/\r?\n/, 1)[0]!.replace(/\s+/g, " ").trim();
  const characters = Array.from(line);
  if (characters.length <= maxTitle) return line;
  return `${characters
    .slice(0, maxTitle - 1)
    .join("")
    .trimEnd()}…`;
}

function beginningOfMarkdown(source: string): string {
  const lines = source.slice(0, maxSource).split(/\r?\n/);
  return startOfText(lines.map(withoutMarks).find((line) => line !== "") ?? "");
}

function withoutMarks(line: string): string {
  return line
    .replace(/^(?:\s|>|#{1,6}\s|[-+*]\s|\d{1,9}[.)]\s)+/, "")
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replace(/<(https?:[^\s<>]+)>/g, "$1")
    .replace(/(?<!\\)(?:\*+|`+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}]))/gu, "")
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "")
    .trim();
}

/** Guesses, where it isn't stored, whether the title is a stand-in: the first line of the text, or its start. */
export function isStandIn({ title, body }: Pick<Item, "title" | "body">): boolean {
  const start = title.replace(/(?:…|\.{3})$/, "").trimEnd();
  if (!body.startsWith(start)) return false;
  return start !== title || /^[\s\\]*(?:\n|$)/.test(body.slice(start.length));
}

/** Microblogs have no titles: theirs is the start of the text. */
export function repeatsTitle({ title, content }: { title: string; content: string }): boolean {
  const start = plain(title).replace(/(?:…|\.{3})$/, "");
  return start !== "" && plain(content).startsWith(start);
}

const plain = (text: string) =>
  text
    .replace(/[\\*_`]/g, "")
    .replace(/\s+/g, " ")
    .trim();
