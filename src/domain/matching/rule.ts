import type { AuthorIds } from "../query/authors";

/** What one watch asks of an item: an immutable value, replaced as a whole when the watch changes. */
export interface MatchRule {
  watchId: string;
  revision: number;
  /** Items older than this are not its business; compared in whole seconds. */
  activeSince: Date;
  keyword: string;
  /** What is looked for instead of the keyword (docs/expressions.md); null: the keyword. */
  expression: string | null;
  /** Whom the names behind its `author:` are at the site; left out: they are as items have them. */
  authors?: AuthorIds | null;
  /** Names in any case, all of one site: what is matched is one site's. 'all' stands for every place of it. */
  places: readonly string[];
  includePosts: boolean;
  includeComments: boolean;
  /** Posts only, and of them the title only. */
  matchTitlesOnly: boolean;
  caseSensitive: boolean;
  wholeWordOnly: boolean;
}

/** What a match names: the watch, as it was when it matched. */
export type Match = Pick<MatchRule, "watchId" | "revision">;
