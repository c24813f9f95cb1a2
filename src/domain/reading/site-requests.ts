import type { Item } from "./item";
import type { Rate } from "./site-error";

/** Whether and why a place can be read. Only "ok" places can. */
export const placeHealths = ["ok", "private", "banned", "quarantined", "gated", "missing"] as const;
export type PlaceHealth = (typeof placeHealths)[number];

/** "unknown": lookups can't determine it, so the item counts as checked. */
export type ItemStatus = "present" | "deleted" | "unknown";

export interface Responses {
  /** Maximum fullnames per lookup, and the number of requests it takes. */
  lookUp: { max: number; requests(fullnames: number): number };
  /** Returns which of these items still exist. Fullnames without an entry: try again. */
  fetchByFullname(
    fullnames: readonly string[],
    signal?: AbortSignal,
  ): Promise<{ statuses: Map<string, ItemStatus>; rate: Rate }>;
  /** Fetches one item, or null if the site doesn't show it. Absent if there are no lookups by link. */
  fetchItem?(fullname: string, signal?: AbortSignal): Promise<{ item: Item | null; rate: Rate }>;
  /** Resolves a share link to a URL; null if the site doesn't redirect it. */
  resolveShareLink?(link: string, signal?: AbortSignal): Promise<{ address: string | null; rate: Rate }>;
}

export interface PlaceResponses {
  checkPlace(
    name: string,
    signal?: AbortSignal,
  ): Promise<{ health: PlaceHealth; displayName: string | null; rate: Rate }>;
  /** Returns valid place names with this prefix. */
  searchPlaces(prefix: string, signal?: AbortSignal): Promise<{ names: string[]; rate: Rate }>;
  /** Like `searchPlaces`, without a request. Null if it needs one. */
  searchCached?(prefix: string): Promise<{ names: string[] } | null>;
}
