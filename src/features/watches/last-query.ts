const lastShown = 4;

/** Goes by keyword, so it includes matches of other watches with the same one. */
export const lastQuery = (keyword: string) =>
  ({ status: "all", limit: String(lastShown), group: keyword }) as const;
