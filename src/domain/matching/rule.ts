import type { AuthorIds } from "../query/authors";

/** The search criteria of one watch. Immutable: replaced as a whole when the watch changes. */
export interface MatchRule {
  watchId: string;
  revision: number;
  /** Older items are ignored. Compared in whole seconds. */
  activeSince: Date;
  keyword: string;
  /** Replaces the keyword if not null (docs/expressions.md). */
  expression: string | null;
  /** Author ids of the names used with `author:`. Omitted if items contain the names themselves. */
  authors?: AuthorIds | null;
  /** Place names of one site, in any case. "all" stands for every place of the site. */
  places: readonly string[];
  includePosts: boolean;
  includeComments: boolean;
  matchTitlesOnly: boolean;
  caseSensitive: boolean;
  wholeWordOnly: boolean;
}

export type Match = Pick<MatchRule, "watchId" | "revision">;
