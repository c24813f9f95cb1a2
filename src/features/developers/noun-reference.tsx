import type { ListedNoun, ReferenceNoun } from "@/contract/reference";
import { Call } from "./operation";
import { CodeBlock } from "./code-block";
import { Entry } from "./entry";
import { ReferencePage } from "./reference-page";

export function NounReference({ nouns, noun }: { nouns: ListedNoun[]; noun: ReferenceNoun }) {
  return (
    <ReferencePage
      nouns={nouns}
      current={noun.id}
      title={noun.title}
      lead="Times are ISO 8601 in UTC. Resources that belong to another account return 404, as if they didn't exist."
    >
      {noun.calls.map((call) => (
        <Call key={call.id} call={call} />
      ))}
      {noun.shapes.length > 0 && (
        <Entry id="shapes" title="Schemas" lead="Types used in the responses above.">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {noun.shapes.map(({ name, text }) => (
              <CodeBlock key={name} title={name} label={`${name} schema`}>
                {text}
              </CodeBlock>
            ))}
          </div>
        </Entry>
      )}
    </ReferencePage>
  );
}
