import type { ListedNoun, ReferenceNoun } from "@/contract/reference";
import { Call } from "./call";
import { CodeBlock } from "./code-block";
import { Entry } from "./entry";
import { ReferencePage } from "./reference-page";

/** Every call about one noun, and the shapes that their answers name. */
export function NounReference({ nouns, noun }: { nouns: ListedNoun[]; noun: ReferenceNoun }) {
  return (
    <ReferencePage
      nouns={nouns}
      current={noun.id}
      title={noun.title}
      lead="Times are ISO 8601 in UTC. What belongs to somebody else answers 404, like what does not exist."
    >
      {noun.calls.map((call) => (
        <Call key={call.id} call={call} />
      ))}
      {noun.shapes.length > 0 && (
        <Entry id="shapes" title="Shapes" lead="What the answers above name.">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {noun.shapes.map(({ name, text }) => (
              <CodeBlock key={name} title={name} label={`The shape ${name}`}>
                {text}
              </CodeBlock>
            ))}
          </div>
        </Entry>
      )}
    </ReferencePage>
  );
}
