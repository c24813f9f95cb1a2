import type { MatchRule } from "./rule";

/** What can be found of a keyword in an item, bits: anywhere or as whole words, in the title or in the body. */
export const Found = { titleAnywhere: 1, titleWhole: 2, bodyAnywhere: 4, bodyWhole: 8 } as const;

/** The bits of one field; shifting by a field's `shift` leads from the title's bits to its own. */
export const fields = { title: 0, body: 2 } as const;

/**
 * What a rule wants found, any one bit of it: of a post in the low half, of a comment in the high half.
 * Which half counts is known from the item's kind: see `wantedShift`.
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
 * Beside the wanted bits of a rule: what is found is to be asked the rest of its expression. Of comments no
 * title is wanted, so the bit is free.
 */
export const asksMore = Found.titleAnywhere << 4;

/** How far wanted bits are shifted down for items of this kind. */
export const wantedShift = { post: 0, comment: 4 } as const;
