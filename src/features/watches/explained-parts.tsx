import { Check, X } from "lucide-react";
import { Fragment } from "react";
import type { ExplainedPart } from "@/contract/expression";

const joins = { and: "All parts", or: "Any part", not: "Excluded" } as const;

interface Branch {
  part: ExplainedPart;
  branches: Branch[];
}

export function ExplainedParts({ parts }: { parts: readonly ExplainedPart[] }) {
  return <Branches of={treeOf(parts)} label="Expression, part by part" />;
}

function Branches({ of, label }: { of: readonly Branch[]; label?: string }) {
  return (
    <ul
      aria-label={label}
      className={`grid gap-1 text-13 ${label === undefined ? "ml-2 border-l border-line pl-3.5" : "my-1"}`}
    >
      {of.map(({ part, branches }, at) => (
        <li key={at} className="grid gap-1">
          <Part part={part} />
          {branches.length > 0 && <Branches of={branches} />}
        </li>
      ))}
    </ul>
  );
}

function Part({ part: { kind, text, holds, found } }: { part: ExplainedPart }) {
  const Icon = holds ? Check : X;
  const color = holds ? "text-ok" : "text-bad";
  return (
    <p className="flex min-w-0 items-start gap-1.5">
      <Icon className={`mt-0.5 size-4 flex-none ${color}`} />
      <span className="min-w-0 wrap-anywhere">
        {kind === "leaf" ? <span className="font-mono text-ink">{text}</span> : joins[kind]}:{" "}
        <span className={`font-medium ${color}`}>{saidOf(kind, holds)}</span>
        {found.length > 0 && " as "}
        {found.map((words, at) => (
          <Fragment key={words}>
            {at > 0 && ", "}
            <span className="matched" dir="auto">
              <mark>{words}</mark>
            </span>
          </Fragment>
        ))}
      </span>
    </p>
  );
}

function saidOf(kind: ExplainedPart["kind"], holds: boolean): string {
  if (kind === "leaf") return holds ? "found" : "not found";
  if (kind === "not") return holds ? "not found" : "found";
  return holds ? "matched" : "not matched";
}

/** Builds the tree from parts in pre-order. */
function treeOf(parts: readonly ExplainedPart[]): Branch[] {
  const roots: Branch[] = [];
  const open: Branch[] = [];
  for (const part of parts) {
    const branch: Branch = { part, branches: [] };
    open.length = Math.min(open.length, part.depth);
    (open.at(-1)?.branches ?? roots).push(branch);
    open.push(branch);
  }
  return roots;
}
