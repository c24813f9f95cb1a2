import type { Item } from "@/domain/item";
import type { Match } from "@/domain/matching/rule";
import type { Recorded } from "@/server/recording/record";
import type { WatchSet } from "@/server/recording/watch-set";
import type { AuthorNames } from "./author-names";
import type { WatchedRead } from "./statements/reads";
import type { GoneAuthor } from "./statements/streams";

/** What a run that listens did. */
export interface ListenTally extends Recorded {
  events: number;
  posts: number;
  /** Items that were deleted on their site, and whose text went here. */
  blanked: number;
}

/** What was taken in is written down so often at least, asked for or not. */
const writeEveryMs = 1_000;
const writeEveryEvents = 1_000;

/** What the reading of one stream knows. */
export interface StreamState {
  watches: WatchSet;
  names: AuthorNames;
  tally: ListenTally;
  /** A reader that stays; else it ends where everything is taken in that was told before this moment, or nothing comes. */
  isResident: boolean;
  startedAt: Date;
  quietMs: number;
  /** Of 'all', by kind. */
  reads: readonly WatchedRead[];
  /** Of the piece that was taken in last, and of what was there before any. */
  at: Date;
  /** What was taken in and is not yet written down. */
  open: OpenBatches;
  /** The rendering of what was recorded, which reading does not wait for. */
  rendering: Promise<void> | null;
  hasUnrendered: boolean;
  /** Whether something came since the line last failed. */
  hasCome: boolean;
  /** The run before ended with its process. */
  followsKill: boolean;
}

/** Pieces that have been matched, as far as they are to be written down. */
export interface OpenBatches {
  cursor: string | null;
  events: number;
  sinceMs: number;
  /** Posts that are recorded: asked for, or of those that are held. */
  kept: Item[];
  matches: Map<string, readonly Match[]>;
  gaps: { from: Date; to: Date }[];
  /** By the beginning of their minute, milliseconds since the epoch. */
  minutes: Map<number, { events: number; posts: number; matches: number; lagMs: number }>;
  posts: { post: number; comment: number };
  delaysMs: { post: number[]; comment: number[] };
  deleted: Set<string>;
  gone: Map<string, GoneAuthor>;
}

export function nothingOpen(): OpenBatches {
  return {
    ...{ cursor: null, events: 0, sinceMs: performance.now() },
    ...{ kept: [], matches: new Map(), gaps: [], minutes: new Map() },
    ...{ posts: { post: 0, comment: 0 }, delaysMs: { post: [], comment: [] } },
    ...{ deleted: new Set(), gone: new Map() },
  };
}

/** Whether what is open is to be written down though nobody waits for it. */
export function isDue({ events, sinceMs }: OpenBatches): boolean {
  return events >= writeEveryEvents || performance.now() - sinceMs >= writeEveryMs;
}
