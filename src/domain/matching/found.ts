import type { MatchRule } from "./rule";

export const Found = { titleAnywhere: 1, titleWhole: 2, bodyAnywhere: 4, bodyWhole: 8 } as const;

export const fields = { title: 0, body: 2 } as const;

/** Returns the bits that satisfy a rule: for posts in the low half, for comments in the high half. */
export function wantedBits(
  rule: Pick<MatchRule, "includePosts" | "includeComments" | "matchTitlesOnly" | "wholeWordOnly">,
): number {
  const title = rule.wholeWordOnly ? Found.titleWhole : Found.titleAnywhere;
  const body = rule.wholeWordOnly ? Found.bodyWhole : Found.bodyAnywhere;
  const ofPost = rule.includePosts ? title | (rule.matchTitlesOnly ? 0 : body) : 0;
  const ofComment = rule.includeComments && !rule.matchTitlesOnly ? body : 0;
  return ofPost | (ofComment << 4);
}

/** Set with the wanted bits if the rule has an expression. This bit is free: comments have no title. */
export const needsMore = Found.titleAnywhere << 4;

export const wantedShift = { post: 0, comment: 4 } as const;
