import type { ReferenceCall } from "@/contract/reference";
import { Badge } from "@/ui/badge";
import { CodeBlock } from "./code-block";
import { Entry, SubHeading } from "./entry";
import styles from "./reference.module.css";

export function Call({ call }: { call: ReferenceCall }) {
  const { id, title, summary, method, path, access, fields, response, sample, errors, curl } = call;
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
          <CodeBlock title={response.status} label={`${title} response`}>
            {response.text}
          </CodeBlock>
          {sample && <Sample sample={sample} title={title} />}
        </>
      }
    >
      {fields.map(({ where, fields }) => (
        <section key={where} className="mb-6">
          <SubHeading>{where}</SubHeading>
          <dl className={`divide-y divide-line text-13 ${styles.fields}`}>
            {fields.map(({ name, type, isRequired }) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                  {isRequired && <span>Required</span>}
                </dt>
                <dd>{type}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section>
        <SubHeading>Errors</SubHeading>
        <dl className={`divide-y divide-line text-13 ${styles.errors}`}>
          {errors.map(({ status, codes }) => (
            <div key={status}>
              <dt>{status}</dt>
              <dd>
                <code>{codes.join(", ")}</code>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </Entry>
  );
}

/** A sample response, collapsed because most readers look for the schema. */
function Sample({ sample, title }: { sample: NonNullable<ReferenceCall["sample"]>; title: string }) {
  if ("like" in sample)
    return (
      <p className="text-13 text-ink-2">
        Same shape as <a href={`#${sample.like.id}`}>{sample.like.title}</a>.
      </p>
    );
  return (
    <details>
      <summary className="cursor-pointer text-13 font-medium text-accent-text pointer-coarse:py-3">
        Sample
        <span className="sr-only"> response of {title}</span>
      </summary>
      <div className="mt-2">
        <CodeBlock title="JSON" label={`JSON sample for ${title}`}>
          {sample.text}
        </CodeBlock>
      </div>
    </details>
  );
}
