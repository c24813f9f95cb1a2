import type { ItemKind } from "./item";

/** What has been read of one kind of a place, as far as planning needs it. */
export interface ReadState {
  place: string;
  kind: ItemKind;
  /** The last complete read; null: the next one is a baseline. */
  readAt: Date | null;
  sweptAt: Date | null;
  /** Items a minute. */
  rate: number;
}

/** What one listing of a site can show. */
export interface ListingLimits {
  /** Places that one request can name, and how many characters their names may have, each with a sign between. */
  names: number;
  namesLength: number;
  /** Items of one place, however far one pages back; Infinity where it lists all there are. */
  items: number;
}

/** The grouping of one poll: what one request can read together. */
export interface Lane {
  kind: ItemKind;
  places: string[];
  /** The first read since somebody watches: one page. */
  baseline: boolean;
  /** Due for a few pages beyond the stop rule, to pick up late approvals. */
  sweep: boolean;
}

/** How a lane is called where a run says what happened. */
export function laneName(lane: Lane): string {
  const [first] = lane.places;
  return `${lane.kind}s of ${first}${lane.places.length > 1 ? ` and ${lane.places.length - 1} more` : ""}`;
}
