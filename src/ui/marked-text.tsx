import { findOccurrences } from "@/domain/matching/occurrences";

/** Plain text with the heard word marked, by the matcher's own rules. */
export function MarkedText({
  text,
  keyword,
  by,
}: {
  text: string;
  keyword: string;
  /** The filters of its watch; without them as a plain watch would find it. */
  by?: Parameters<typeof findOccurrences>[2];
}) {
  const pieces = [];
  let at = 0;
  for (const { start, end } of findOccurrences(text, keyword, by)) {
    pieces.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <>
      {pieces}
      {text.slice(at)}
    </>
  );
}
