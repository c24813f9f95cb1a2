import type { Compiled } from "./compiled";
import type { Growing } from "./growing";

type Revisions = Pick<Compiled, "revisions" | "highRevisions">;

/** Marks revisions that don't fit into a byte. */
const high = 255;

export function pushRevision(
  to: { revisions: Growing<Uint8Array>; highRevisions: Growing<Int32Array> },
  revision: number,
): void {
  if (revision >= high) {
    to.highRevisions.push(to.revisions.length);
    to.highRevisions.push(revision);
  }
  to.revisions.push(Math.min(revision, high));
}

export function revisionAt({ revisions, highRevisions }: Revisions, rule: number): number {
  if (revisions[rule]! < high) return revisions[rule]!;
  for (let at = 0; at < highRevisions.length; at += 2)
    if (highRevisions[at] === rule) return highRevisions[at + 1]!;
  throw new Error("a rule without a revision");
}
