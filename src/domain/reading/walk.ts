import type { FoundList } from "./fetched-list";
import type { Item, ItemKind } from "./item";
import type { Rate } from "./site-error";

export interface WalkPlace {
  name: string;
  since: Date;
}

export interface WalkGap {
  kind: ItemKind;
  from: Date;
  to: Date;
  /** Number of missed items in the whole source, if known. */
  items?: number;
}

/** The result of one step. Its state is stored in the same transaction as its items. */
export interface WalkStep {
  state: string;
  /** Items by place: an item is in the list once for each watched place that it belongs to. */
  items: Item[];
  gaps: WalkGap[];
  /** Kinds that have been read completely up to this time. */
  reached: Partial<Record<ItemKind, Date>>;
  /** Ids that the source doesn't show to anyone. */
  hidden: number;
  skipped: number;
  rate: Rate;
  /** Number of requests used. Default: one. */
  requests?: number;
  /** Lists of these kinds failed, but others of the source work. */
  failed?: readonly { kind: ItemKind; error: string }[];
}

/** Each step reads one page and stores the position of the next one in its state. */
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
