/** How many rows a list of the dashboard shows. */
export const shownRows = 3;

/** What its lists ask for. */
export const queries = {
  watches: { limit: "5" },
  recent: { status: "all", limit: String(shownRows) },
} as const;
