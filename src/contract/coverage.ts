import { placeHealths } from "@/domain/site";
import { entityId, moment } from "./entity";
import { wireSite } from "./place";
import { placeView } from "./place-queries";
import * as z from "./zod";

const itemKind = z.enum(["post", "comment"]);

/** What has been read of one kind of a place. */
const kindCoverage = z.object({
  /** The last complete read; null: none yet. */
  readAt: moment.nullable(),
  /** Of the day in UTC. */
  itemsToday: z.number(),
  /** From an item's creation to its recording, smoothed; null: not measured yet. */
  delaySeconds: z.number().nullable(),
});

/** A stretch known to be missed; filledAt null: still open. */
const gapView = z.object({
  kind: itemKind,
  from: moment,
  to: moment,
  foundAt: moment,
  filledAt: moment.nullable(),
  /** How many items are missed, posts and comments; null where nobody can tell. */
  items: z.number().nullable(),
});

export const placeCoverage = placeView.extend({
  /** False: its site is not read here. */
  isOn: z.boolean(),
  /** Anything but 'ok' can't be read. */
  health: z.enum(placeHealths),
  /** Of an address that people give: why it couldn't be read when it was last asked; absent: it was. */
  reason: z.string().optional(),
  /** Factor by which the read interval grows because Earshot reads many places on this host. Absent if 1. */
  slowdown: z.number().optional(),
  /** Set if the site has announced its end: 'ends March 2027'. */
  ends: z.string().optional(),
  /** Start of the current uninterrupted reading; null if the place isn't read. */
  readSince: moment.nullable(),
  posts: kindCoverage,
  comments: kindCoverage,
  /** Of the last seven days, the newest first, 20 at most. */
  gaps: z.array(gapView),
});
export type PlaceCoverage = z.infer<typeof placeCoverage>;

/** A day on which a watch heard more than its plan records: a gap of its own, 'too many'. */
const overflowView = z.object({
  watchId: entityId,
  keyword: z.string(),
  /** Of the account's zone, '2026-11-21'. */
  day: z.string(),
  /** How many of the day are recorded, and how many were counted only. */
  recorded: z.number(),
  missed: z.number(),
  /** When the first and the last of them was heard. */
  from: moment,
  to: moment,
});

/** A day on which the account reached its text limit: the gap 'too much text'. */
const textOverflowView = overflowView.omit({ recorded: true }).extend({
  /** The plan's limit for all watches of the account. `missed`: this watch's matches that were only counted. */
  megabytes: z.number(),
});

/** Seconds, over the matches of the last hour: the middle one, and what 95 of 100 stay within. At most 10 % off. */
const delayView = z.object({ p50: z.number(), p95: z.number() });

/** How soon a site's matches are told, of everybody's watches. */
const siteDelay = z.object({
  site: z.string(),
  name: z.string(),
  /** From an item's creation to its notification; null: none in the last hour. */
  notification: delayView.nullable(),
  /** How long of that the site surely kept items back: a complete read did not show them, although they were written. */
  ofSite: delayView.nullable(),
  /** From an item's creation until a receiver took the message: of real-time messages, without what waited in a window for more. */
  channels: z.array(delayView.extend({ channel: z.string() })),
});

/** GET /api/coverage: every place of the caller's active watches. */
export const coverageResponse = z.object({
  /** Of reading alone, as far as it is of sites that the caller's watches name. */
  status: z.enum(["ok", "degraded"]),
  /** What is to be told: sites that can't be read as usual by their ids, "polls" that are late, "mails" to the caller that wait, "channels" of theirs that were switched off by a receiver or a new password, "too-many" matches for a watch or "too-much-text" for the account within the last hour. */
  troubles: z.array(z.string()),
  /** The sites of the caller's watches, or where these name none those that are read here; each stands by itself. */
  sites: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isOn: z.boolean(),
      status: z.enum(["ok", "degraded"]),
      /** Of one that is degraded: since when its reads fail; null where they don't. */
      since: moment.nullable(),
      /** One sentence about how the site is read. */
      summary: z.string(),
      /** A known limit, such as 'No topics behind a login'; null if there is none. */
      limit: z.string().nullable(),
    }),
  ),
  /** On every site; `name` as the site writes it, 'all' is one. */
  places: z.array(placeCoverage),
  /** Reddit's alone. */
  subreddits: z.array(placeCoverage),
  /** Of the last seven days, the newest first. */
  tooMany: z.array(overflowView),
  /** Of the last seven days, the newest first. */
  tooMuchText: z.array(textOverflowView),
  /** The share of Reddit's 'all' that is read, 0 to 1; null: not measured yet. */
  allShare: z.object({ posts: z.number().nullable(), comments: z.number().nullable() }),
  /** Of the sites of the caller's watches of which anything was told in the last hour. */
  delays: z.array(siteDelay),
});
export type CoverageResponse = z.infer<typeof coverageResponse>;
/** What was read, without the state of the machine. */
export type Reads = Pick<
  CoverageResponse,
  "places" | "subreddits" | "tooMany" | "tooMuchText" | "allShare" | "delays"
>;

/** What was read, as the answer has it. */
export function readsOf(places: PlaceCoverage[], rest: Omit<Reads, "places" | "subreddits">): Reads {
  return { places, subreddits: places.filter(({ site }) => site === wireSite), ...rest };
}
