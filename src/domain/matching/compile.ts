import type { Compiled, InPieces } from "./compiled";
import { compilePostings } from "./compile-postings";
import { compileTerms } from "./compile-terms";
import type { RuleDraft } from "./rule-draft";

/** Of rules that are kept beside. */
export const noIdentity: Pick<Compiled, "revisions" | "highRevisions" | "watchIds"> = {
  revisions: new Uint8Array(0),
  highRevisions: new Int32Array(0),
  watchIds: new Uint8Array(0),
};

/** Compiles what was drafted, in pieces of about a millisecond. `identity` is empty where the rules are kept beside. */
export function* compile(draft: RuleDraft, identity: typeof noIdentity): InPieces<Compiled> {
  const { sorted, rankOf } = yield* compileTerms(draft.terms);
  const postings = yield* compilePostings(draft, rankOf, sorted.terms);
  return {
    ...sorted,
    ...postings,
    subreddits: unitsOf([...draft.subreddits.keys()].join(" ")),
    needs: draft.needs.filled(),
    sinceSeconds: draft.sinceSeconds.filled(),
    ...identity,
  };
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}
