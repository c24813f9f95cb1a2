import { listContentLength } from "@/contract/notification";
import type { Highlight } from "@/domain/markdown/marks";
import { searchedWords } from "@/domain/query/explain";
import { restText } from "@/domain/site-texts";
import { Markdown } from "@/ui/markdown";

/** A text, or all that a list carries of it, rendered, with what was searched for marked as well. */
export default function WholeText({
  source,
  highlight,
  searched,
  where,
  isWhole = false,
}: {
  source: string;
  highlight: readonly Highlight[];
  /** Empty: nothing. */
  searched: string;
  where: string;
  /** It is not what a list carries but all that there is. */
  isWhole?: boolean;
}) {
  return (
    <>
      <Markdown
        source={source}
        highlight={searched === "" ? highlight : [...highlight, ...searchedWords(searched)]}
      />
      {!isWhole && source.length >= listContentLength && (
        <p className="mt-3 font-sans text-13 text-ink-3">{restText(where)}</p>
      )}
    </>
  );
}
