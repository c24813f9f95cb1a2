import type { ReferenceCall } from "@/contract/reference";
import { Badge } from "@/ui/badge";
import { CodeBlock } from "./code-block";
import { Entry, SubHeading } from "./entry";

/** One call: what it takes, what it answers, and how it is made. */
export function Call({ call }: { call: ReferenceCall }) {
  const { id, title, summary, method, path, access, fields, answer, errors, curl } = call;
  return (
    <Entry
      id={id}
      title={title}
      lead={summary}
      line={
        <>
          <Badge look="accent">{method}</Badge>
          <code className="text-14 break-all">{path}</code>
          <Badge>{access}</Badge>
        </>
      }
      example={
        <>
          <CodeBlock title="curl" label={`${title} with curl`}>
            {curl}
          </CodeBlock>
          <CodeBlock title={answer.status} label={`What ${title} answers`}>
            {answer.text}
          </CodeBlock>
        </>
      }
    >
      {fields.map(({ where, fields }) => (
        <section key={where} className="mb-6">
          <SubHeading>{where}</SubHeading>
          <dl className="divide-y divide-line">
            {fields.map(({ name, type, isRequired }) => (
              <div key={name} className="py-3">
                <dt className="flex items-baseline justify-between gap-3 text-13">
                  <code className="font-semibold text-ink">{name}</code>
                  {isRequired && <span className="font-medium text-warn">Required</span>}
                </dt>
                <dd className="mt-0.5 text-13 wrap-anywhere whitespace-pre-wrap text-ink-2">{type}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section>
        <SubHeading>Errors</SubHeading>
        <dl className="divide-y divide-line">
          {errors.map(({ status, codes }) => (
            <div key={status} className="grid grid-cols-[3rem_minmax(0,1fr)] gap-3 py-2 text-13">
              <dt className="font-semibold">{status}</dt>
              <dd className="wrap-anywhere text-ink-2">
                <code>{codes.join(", ")}</code>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </Entry>
  );
}
