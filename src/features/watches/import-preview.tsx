import type { ReactNode } from "react";
import type { ImportResponse } from "@/contract/watch-import";
import { counted, formatCount } from "@/domain/counted";
import { limitTitle } from "./watch-texts";

/** Maximum number of lines shown per group. */
const mostShown = 50;

/** Previews an import: the keywords to add and, by line, the reasons for the others. */
export function ImportPreview({ answer: response }: { answer: ImportResponse }) {
  const { watches, problems, overLimit, existing } = response;
  const isEmpty = [watches, problems, overLimit, existing].every((list) => list.length === 0);
  if (isEmpty) return <p className="text-ink-2">There&apos;s nothing to import.</p>;
  return (
    <>
      <Lines title={`${counted(watches.length, "keyword")} to add`} lines={watches} isShown={false}>
        {({ keyword, expression }) => expression ?? keyword}
      </Lines>
      <Lines title={`${counted(problems.length, "line")} with errors`} lines={problems}>
        {({ text, message }) => (
          <>
            {text !== "" && <span className="font-medium text-ink wrap-anywhere">{text}</span>} {message}
          </>
        )}
      </Lines>
      <Lines
        title={`${limitTitle}: ${counted(overLimit.length, "keyword")} over your plan's limit`}
        lines={overLimit}
      >
        {({ keyword }) => keyword}
      </Lines>
      <Lines
        title={`${counted(existing.length, "keyword already exists", "keywords already exist")}`}
        lines={existing}
        isShown={false}
      >
        {({ keyword }) => keyword}
      </Lines>
    </>
  );
}

/** Renders nothing if the list is empty. Groups that need no attention are collapsed. */
function Lines<Line extends { line: number }>({
  title,
  lines,
  isShown = true,
  children,
}: {
  title: string;
  lines: readonly Line[];
  isShown?: boolean;
  children: (line: Line) => ReactNode;
}) {
  if (lines.length === 0) return null;
  const more = lines.length - mostShown;
  return (
    <details open={isShown} className="group">
      <summary className="min-h-8 cursor-pointer py-1 font-semibold">{title}</summary>
      <ul className="mt-1 divide-y divide-line border-y border-line text-13 text-ink-2">
        {lines.slice(0, mostShown).map((line, at) => (
          <li key={at} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-2 py-1.5">
            <span className="text-ink-3">Line {formatCount(line.line)}</span>
            <span className="wrap-anywhere">{children(line)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-13 text-ink-3">and {formatCount(more)} more</p>}
    </details>
  );
}
