import { storable } from "@/domain/reading/item";
import { toText } from "../markup/markdown";

const maxAuthors = 20;
const maxName = 100;

export function authorNames(written: readonly string[]): string[] {
  const names = written.flatMap((text) => severalIn(withoutEmail(storable(toText(text)).slice(0, 1_000))));
  const unique = new Map(names.map((name) => [name.toLowerCase(), name.slice(0, maxName)]));
  return [...unique.values()].filter((name) => name !== "").slice(0, maxAuthors);
}

/** RSS uses `jane@example.com (Jane Roe)`, other formats `Jane Roe <jane@example.com>`. */
function withoutEmail(text: string): string {
  const words = text.split(/\s+/).filter((word) => !/^[<(]?[^\s@<(]+@[^\s@]+$/.test(word));
  if (words.length === text.split(/\s+/).length) return text.trim();
  return (
    words
      .join(" ")
      .replace(/^\((.*)\)$/, "$1")
      .trim() || text.trim()
  );
}

/** `Jane Roe, John Doe` are two people, and `Roe, Jane` is one. */
function severalIn(text: string): string[] {
  const parts = trimmed(text.split(/[;,]|\s(?:and|&)\s/));
  const areNames = parts.length > 1 && parts.every((part) => /\S\s+\S/.test(part));
  return areNames ? parts : trimmed(text.split(";"));
}

function trimmed(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
