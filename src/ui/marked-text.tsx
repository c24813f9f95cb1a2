import { findOccurrences } from "@/domain/matching/occurrences";

/** Plain text with the keyword highlighted, using the matching rules of a default watch. */
export function MarkedText({ text, keyword }: { text: string; keyword: string }) {
  const chunks = [];
  let at = 0;
  for (const { start, end } of findOccurrences(text, keyword)) {
    chunks.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <>
      {chunks}
      {text.slice(at)}
    </>
  );
}
