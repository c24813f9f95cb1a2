import type { ItemKind } from "./item";

export interface ReadState {
  place: string;
  kind: ItemKind;
  /** The last complete read. Null: the next read is a baseline. */
  readAt: Date | null;
  sweptAt: Date | null;
  /** Items per minute. */
  rate: number;
}

export interface ListingLimits {
  /** Maximum places per request, and the maximum total length of their names including separators. */
  names: number;
  namesLength: number;
  /** Maximum items of a place over all pages. Infinity if the site lists everything. */
  items: number;
}

export interface Lane {
  kind: ItemKind;
  places: string[];
  /** The first read since the places were watched: one page. */
  baseline: boolean;
  /** Due for a few pages beyond the stop rule, to find posts that were approved late. */
  sweep: boolean;
}

export function laneName(lane: Lane): string {
  const [first] = lane.places;
  return `${lane.kind}s of ${first}${lane.places.length > 1 ? ` and ${lane.places.length - 1} more` : ""}`;
}
