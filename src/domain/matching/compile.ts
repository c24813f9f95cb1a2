import { type Compiled, inChunks, type InChunks } from "./compiled";
import { compilePostings } from "./compile-postings";
import { compileTerms } from "./compile-terms";
import { Growing } from "./growing";
import type { RuleDraft } from "./rule-draft";

const space = 0x20;

/** For rules whose watches are stored separately. */
export const noIdentity: Pick<Compiled, "revisions" | "highRevisions" | "watchIds"> = {
  revisions: new Uint8Array(0),
  highRevisions: new Int32Array(0),
  watchIds: new Uint8Array(0),
};

/** Runs in chunks of about a millisecond. `identity` is empty if the watches are stored separately. */
export function* compile(draft: RuleDraft, identity: typeof noIdentity): InChunks<Compiled> {
  const { sorted, rankOf } = yield* compileTerms(draft.terms);
  const postings = yield* compilePostings(draft, rankOf, sorted.terms);
  return {
    ...sorted,
    ...postings,
    ...(yield* draft.keys.compile()),
    expressionRules: draft.expressionRules.filled(),
    expressionFrom: draft.expressionFrom.filled(),
    expressions: draft.expressions.filled(),
    places: yield* inOneText([...draft.places.keys()]),
    needs: draft.needs.filled(),
    sinceSeconds: draft.sinceSeconds.filled(),
    ...identity,
  };
}

function* inOneText(names: readonly string[]): InChunks<Uint16Array> {
  const units = new Growing((length) => new Uint16Array(length), 16 * names.length);
  yield* inChunks(names.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const name = names[at]!;
      if (at > 0) units.push(space);
      for (let unit = 0; unit < name.length; unit++) units.push(name.charCodeAt(unit));
    }
  });
  return units.filled();
}
