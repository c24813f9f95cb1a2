import { storable } from "@/domain/reading/item";

export const maxBody = 100_000;

/** Spoilers are blocks between lines of colons. Their titles are text. */
export function convertToMarkdown(source: string | null | undefined): string {
  return storable(source ?? "")
    .slice(0, maxBody)
    .replace(/\r\n?/g, "\n")
    .replace(
      /^:::[^\n]*$/gm,
      (line) =>
        `\n${line
          .slice(3)
          .trim()
          .replace(/^spoiler\b/, "")
          .trim()}\n`,
    )
    .trim();
}
