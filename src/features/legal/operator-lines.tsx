import type { Operator } from "@/domain/operator";

export function OperatorLines({ operator }: { operator: Operator }) {
  return (
    <address className="my-4 rounded-lg border border-line bg-surface px-5 py-4 not-italic">
      <b>{operator.name}</b>
      <br />
      {operator.address}
      <br />
      <SupportLink operator={operator} />
    </address>
  );
}

export function SupportLink({ operator }: { operator: Operator }) {
  return <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a>;
}
