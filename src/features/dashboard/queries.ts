export const shownRows = 3;

export const queries = {
  watches: { limit: "5" },
  recent: { status: "all", limit: String(shownRows) },
  first: { status: "all", limit: "1", sort: "oldest" },
} as const;

/** True while onboarding: no watches, or no matches yet. */
export function isAwaiting({
  watches,
  recent,
}: {
  watches: { total: number };
  recent: readonly unknown[];
}): boolean {
  return watches.total === 0 || recent.length === 0;
}
