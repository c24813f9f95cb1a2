import type { Item } from "@/domain/reading/item";
import type { Match } from "@/domain/matching/rule";
import type { Recorded } from "@/server/recording/record";
import type { WatchSet } from "@/server/recording/watch-set";
import type { AuthorNames } from "./author-names";
import type { WatchedRead } from "./statements/reads";
import type { GoneAuthor } from "./statements/streams";

export interface ListenTally extends Recorded {
  events: number;
  posts: number;
  blanked: number;
}

/** Maximum time until processed events are stored (ms). */
const writeEveryMs = 1_000;
const writeEveryEvents = 1_000;

export interface StreamState {
  watches: WatchSet;
  names: AuthorNames;
  tally: ListenTally;
  isResident: boolean;
  startedAt: Date;
  quietMs: number;
  reads: readonly WatchedRead[];
  /** Time of the last batch handled; initially of the stored position. */
  at: Date;
  open: OpenBatches;
  rendering: Promise<void> | null;
  hasUnrendered: boolean;
  /** Whether events arrived since the last connection error. */
  hasCome: boolean;
  followsKill: boolean;
}

export interface OpenBatches {
  cursor: string | null;
  events: number;
  sinceMs: number;
  /** Posts to record: matched ones and the sample. */
  stored: Item[];
  matches: Map<string, readonly Match[]>;
  gaps: { from: Date; to: Date }[];
  /** By start of the minute (ms since the epoch). */
  minutes: Map<number, { events: number; posts: number; matches: number; lagMs: number }>;
  posts: { post: number; comment: number };
  delaysMs: { post: number[]; comment: number[] };
  deleted: Set<string>;
  /** Edited posts by fullname, and counts by name. */
  edited: Map<string, Item>;
  counts: Record<string, number>;
  gone: Map<string, GoneAuthor>;
}

export function nothingOpen(): OpenBatches {
  return {
    ...{ cursor: null, events: 0, sinceMs: performance.now() },
    ...{ stored: [], matches: new Map(), gaps: [], minutes: new Map() },
    ...{ posts: { post: 0, comment: 0 }, delaysMs: { post: [], comment: [] } },
    ...{ deleted: new Set(), edited: new Map(), counts: {}, gone: new Map() },
  };
}

export function isDue({ events, sinceMs }: OpenBatches): boolean {
  return events >= writeEveryEvents || performance.now() - sinceMs >= writeEveryMs;
}
