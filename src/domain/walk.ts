import type { FoundList } from "./fetched-list";
import type { Item, ItemKind } from "./item";
import type { Rate } from "./site-error";

/** A watched place of a source, and since when. */
export interface WalkPlace {
  name: string;
  since: Date;
}

/** A range of a source that couldn't be read completely. */
export interface WalkGap {
  kind: ItemKind;
  from: Date;
  to: Date;
  /** Number of missed items in the whole source, if known. */
  items?: number;
}

/** The result of one step. Its state is stored in the same transaction as its items. */
export interface WalkStep {
  /** Where the next step continues. */
  state: string;
  /** Items by place: an item is in the list once for each watched place that it belongs to. */
  items: Item[];
  gaps: WalkGap[];
  /** Kinds that have been read completely up to this time. */
  reached: Partial<Record<ItemKind, Date>>;
  /** Ids that the source doesn't show to anyone. */
  hidden: number;
  /** Number of invalid rows. */
  skipped: number;
  rate: Rate;
  /** Number of requests used. Default: one. */
  requests?: number;
}

/**
 * Requests of a site whose sources are read step by step: a step sends one request, and its state tells the
 * next one where to continue. The states belong to the site.
 */
export interface WalkResponses {
  /** The source that contains a place. All places of a source are read together. */
  getSource(place: string): string;
  /** When the next step is due (ms since the epoch). `state` is null before the first one. */
  dueMs(state: string | null, load: { sources: number; slowdown: number }): number;
  step(
    source: string,
    state: string | null,
    how: { places: readonly WalkPlace[]; sources: number; slowdown: number; now: Date; signal?: AbortSignal },
  ): Promise<WalkStep>;
  /** Finds the place at a URL from a user, if users name the hosts. Never throws. */
  findList?(address: string, signal?: AbortSignal): Promise<FoundList>;
}
