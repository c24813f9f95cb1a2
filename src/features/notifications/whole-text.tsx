import { listContentLength } from "@/contract/notification";
import type { Highlight } from "@/domain/markdown/marks";
import { searchedWords } from "@/domain/query/explain";
import { restText } from "@/domain/reading/site-texts";
import { Markdown } from "@/ui/markdown";

export default function WholeText({
  source,
  highlight,
  searched,
  where,
  isWhole = false,
}: {
  source: string;
  highlight: readonly Highlight[];
  /** Empty: no search. */
  searched: string;
  where: string;
  isWhole?: boolean;
}) {
  return (
    <>
      <Markdown
        source={source}
        highlight={searched === "" ? highlight : [...highlight, ...hitsOf(searched)]}
      />
      {!isWhole && source.length >= listContentLength && (
        <p className="mt-3 font-sans text-13 text-ink-3">{restText(where)}</p>
      )}
    </>
  );
}

const hitsOf = (searched: string) => searchedWords(searched).map((word) => ({ ...word, isHit: true }));
