import { CircleAlert, TriangleAlert } from "lucide-react";
import type { JudgedExpression } from "@/domain/query/judge";
import type { Problem } from "@/domain/query/problems";
import { QuietButton } from "@/ui/quiet-link";

const maxNotes = 4;

/** Debounced by the caller, so screen readers don't announce it on every keystroke. */
export function ExpressionNotes({
  id,
  judged,
  latest,
  onTake,
}: {
  id: string;
  judged: JudgedExpression | null;
  /** The current, undebounced result. Fixes apply to this one and keep later edits. */
  latest: JudgedExpression | null;
  /** Replaces the expression. Absent if it can't be edited. */
  onTake?: (expression: string) => void;
}) {
  const result = judged?.problems.slice(0, maxNotes) ?? [];
  const more = (judged?.problems.length ?? 0) - result.length;
  const [reading, other] = judged?.readings ?? [];
  const take = onTake && ((expression: string | undefined) => expression !== undefined && onTake(expression));
  return (
    <div id={id} role="status" className="grid gap-2 text-13 empty:hidden">
      {result.map((problem) => (
        <ProblemLine
          key={`${problem.code} ${problem.from}`}
          problem={problem}
          onMend={take && (() => take(suggestedFor(problem, latest)))}
        />
      ))}
      {more > 0 && <p className="text-ink-3">And {more} more.</p>}
      {reading !== undefined && (
        <p className="wrap-anywhere text-ink">
          <b className="font-semibold">Meaning:</b> {reading.text}.
        </p>
      )}
      {other !== undefined && (
        <p className="wrap-anywhere text-ink-3">
          Did you mean {other.text}?{" "}
          {take !== undefined && (
            <QuietButton onClick={() => take(latest?.readings[1]?.expression)}>Add parentheses</QuietButton>
          )}
        </p>
      )}
    </div>
  );
}

function ProblemLine({
  problem: { severity, message, suggestion },
  onMend,
}: {
  problem: Problem;
  onMend?: () => void;
}) {
  const isError = severity === "error";
  const Icon = isError ? CircleAlert : TriangleAlert;
  return (
    <div className="flex items-start gap-2">
      <Icon className={`mt-0.5 size-4 flex-none ${isError ? "text-bad" : "text-warn"}`} />
      <p className={`min-w-0 wrap-anywhere ${isError ? "text-bad" : "text-ink"}`}>
        {message}{" "}
        {suggestion !== undefined && onMend !== undefined && (
          <QuietButton className="inline! text-left wrap-anywhere" onClick={onMend}>
            Use <span className="font-mono">{suggestion}</span>
          </QuietButton>
        )}
      </p>
    </div>
  );
}

/** Returns the current fix for a problem, or undefined if it has already been fixed. */
function suggestedFor({ code, message }: Problem, latest: JudgedExpression | null): string | undefined {
  return latest?.problems.find((one) => one.code === code && one.message === message)?.suggestion;
}
