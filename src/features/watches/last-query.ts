const lastShown = 4;

/** What brings the last matches of a watch's page: those of its keyword, which other watches may hear as well. */
export const lastQuery = (keyword: string) =>
  ({ status: "all", limit: String(lastShown), group: keyword }) as const;
