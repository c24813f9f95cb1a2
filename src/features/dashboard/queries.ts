/** How many rows a list of the dashboard shows. */
export const shownRows = 3;

/** What its lists ask for. */
export const queries = {
  watches: { limit: "5" },
  recent: { status: "all", limit: String(shownRows) },
} as const;

/** Whether somebody begins here: nothing is watched, or nothing was heard yet. */
export function isAwaiting({
  watches,
  recent,
}: {
  watches: { total: number };
  recent: readonly unknown[];
}): boolean {
  return watches.total === 0 || recent.length === 0;
}
