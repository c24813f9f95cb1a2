import { CircleAlert } from "lucide-react";
import { fixErrors, judgeExpression } from "@/domain/query/judge";
import { QuietButton } from "@/ui/quiet-link";
import { useScreen } from "./screen-context";

export const operators = [
  ["refund -jobs", "Without a word"],
  ['"late payment"', "A phrase"],
  ["refund OR chargeback", "Either word"],
  ["title:refund", "In the title"],
  ["in:freelance", "In a place"],
  ["author:rsimms", "By an author"],
  ["type:comment", "Posts or comments"],
] as const;

export default function SearchNotes({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const { sites } = useScreen();
  if (q === "") return <Operators onChoose={onChange} />;
  const context = { sites: sites.map(({ id, name }) => ({ id, title: name })), isSearch: true as const };
  const { problems, readings } = judgeExpression(q, context);
  const [problem] = problems;
  const [reading] = readings;
  const fix = problem?.suggestion && fixErrors(problem.suggestion, context);
  return (
    <div role="status" className="search-notes">
      {reading !== undefined && <p>{reading.text}</p>}
      {problem !== undefined && (
        <p className="search-problem">
          <CircleAlert className="size-4 flex-none" aria-hidden="true" />
          <span>{problem.message}</span>
          {fix !== undefined && <QuietButton onClick={() => onChange(fix)}>Search for {fix}</QuietButton>}
        </p>
      )}
    </div>
  );
}

function Operators({ onChoose }: { onChoose: (q: string) => void }) {
  return (
    <ul className="search-operators" aria-label="Search operators">
      {operators.map(([example, text]) => (
        <li key={example}>
          {/* Before the field loses the focus, which hides the list. */}
          <button
            type="button"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(example)}
          >
            <code>{example}</code>
            <span>{text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
