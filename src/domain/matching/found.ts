import type { MatchRule } from "./rule";

/** Bit flags: found anywhere or as a whole word, in the title or in the body. */
export const Found = { titleAnywhere: 1, titleWhole: 2, bodyAnywhere: 4, bodyWhole: 8 } as const;

/** Right shift from a field's bits to the bits of the title. */
export const fields = { title: 0, body: 2 } as const;

/**
 * Returns the bits that satisfy a rule (any of them): for posts in the low half, for comments in the high
 * half. `wantedShift` selects the half.
 */
export function wantedBits(
  rule: Pick<MatchRule, "includePosts" | "includeComments" | "matchTitlesOnly" | "wholeWordOnly">,
): number {
  const title = rule.wholeWordOnly ? Found.titleWhole : Found.titleAnywhere;
  const body = rule.wholeWordOnly ? Found.bodyWhole : Found.bodyAnywhere;
  const ofPost = rule.includePosts ? title | (rule.matchTitlesOnly ? 0 : body) : 0;
  const ofComment = rule.includeComments && !rule.matchTitlesOnly ? body : 0;
  return ofPost | (ofComment << 4);
}

/**
 * Set along with the wanted bits if the rule has an expression to evaluate. Comments never want the title, so
 * this bit is free.
 */
export const needsMore = Found.titleAnywhere << 4;

/** Right shift of wanted bits, by item kind. */
export const wantedShift = { post: 0, comment: 4 } as const;
