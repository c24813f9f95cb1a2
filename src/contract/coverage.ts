import { placeHealths } from "@/domain/reading/site";
import { missingReasons } from "@/domain/reading/tracker";
import { entityId, exampleCount, exampleText, moment } from "./entity";
import { wireSite } from "./place";
import { placeView } from "./place-queries";
import * as z from "./zod";

const itemKind = z.enum(["post", "comment"]);

const kindCoverage = z.object({
  /** The last complete read, or null. */
  readAt: moment.nullable(),
  /** Since midnight UTC. */
  itemsToday: exampleCount(214),
  /** Smoothed delay from creation to recording of an item. Null before the first measurement. */
  delaySeconds: z.number().nullable(),
});

/** A time range with missed items. `filledAt` is null while it is open. */
const gapView = z.object({
  kind: itemKind,
  from: moment,
  to: moment,
  foundAt: moment,
  filledAt: moment.nullable(),
  /** Number of missed posts and comments, or null if unknown. */
  items: z.number().nullable(),
  /** The site's reason, if known: moved, deleted, or not visible to Earshot. */
  reason: z.enum(missingReasons).optional(),
});

export const placeCoverage = placeView.extend({
  /** False if the place's site is disabled. */
  isOn: z.boolean().meta({ examples: [true] }),
  /** Only 'ok' places can be read. */
  health: z.enum(placeHealths),
  /** For user-supplied URLs: why the last read failed. Absent if it succeeded. */
  reason: z.string().optional(),
  /** Factor by which the read interval grows because Earshot reads many places on this host. Absent if 1. */
  slowdown: z.number().optional(),
  /** Set if the site has announced its end: 'ends March 2027'. */
  ends: z.string().optional(),
  /** Start of the current uninterrupted watching; null if the place isn't watched. */
  readSince: moment.nullable(),
  posts: kindCoverage,
  comments: kindCoverage,
  /** Of the last seven days, newest first, up to 20. */
  gaps: z.array(gapView),
  /** True if there were more gaps than listed. Otherwise absent. */
  hasMoreGaps: z.boolean().optional(),
});
export type PlaceCoverage = z.infer<typeof placeCoverage>;

/** A day when a watch had more matches than its plan records: the gap 'too many'. */
const overflowView = z.object({
  watchId: entityId,
  keyword: exampleText("tidewater"),
  /** In the account's zone, '2026-11-21'. */
  day: exampleText("2026-11-21"),
  /** Recorded matches of the day, and matches that were only counted. */
  recorded: exampleCount(100),
  missed: exampleCount(12),
  /** Times of the first and last match that was only counted. */
  from: moment,
  to: moment,
});

/** A day on which the account reached its text limit: the gap 'too much text'. */
const textOverflowView = overflowView.omit({ recorded: true }).extend({
  /** The account's limit. `missed`: this watch's matches that were only counted. */
  megabytes: exampleCount(20),
});

/** Median and 95th percentile over the matches of the last hour, in seconds. Accurate to 10 %. */
const delayView = z.object({ p50: exampleCount(16), p95: exampleCount(41) });

const siteDelay = z.object({
  site: exampleText("reddit"),
  name: exampleText("Reddit"),
  /** From an item's creation to its notification. Null without matches in the last hour. */
  notification: delayView.nullable(),
  /** The site's part of the delay: a complete read after the item's creation did not contain it. */
  ofSite: delayView.nullable(),
  /** Until a receiver accepted the message: only real-time messages that didn't wait for further matches. */
  channels: z.array(delayView.extend({ channel: exampleText("webhook") })),
});

/** GET /api/coverage: all places of the user's active watches. */
export const coverageResponse = z.object({
  /** The reading status of the sites in the user's watches. */
  status: z.enum(["ok", "degraded"]),
  /**
   * Problems: ids of sites, late "polls", delayed "mails", "channels" turned off by a receiver or new
   * password, "too-many" matches for a watch or "too-much-text" for the account in the last hour.
   */
  issues: z.array(z.string()),
  /** The sites of the user's watches, or all enabled sites without watches, each with its own status. */
  sites: z.array(
    z.object({
      id: exampleText("reddit"),
      name: exampleText("Reddit"),
      isOn: z.boolean().meta({ examples: [true] }),
      status: z.enum(["ok", "degraded"]),
      /** If degraded: when its reads started failing. Null if they don't fail. */
      since: moment.nullable(),
      summary: exampleText("New posts and comments of the subreddits you name."),
      /** A known limit, such as 'No topics behind a login'; null if there is none. */
      limit: z.string().nullable(),
      /** Since midnight UTC: 'files', 'unfiled' (in no file), 'late', 'unlisted' (authors opted out), … */
      today: z.record(z.string(), z.number()).optional(),
    }),
  ),
  /** On all sites, including 'all'. `name` is spelled as on the site. */
  places: z.array(placeCoverage),
  /** Only those on Reddit. */
  subreddits: z.array(placeCoverage),
  /** Of the last seven days, newest first. */
  tooMany: z.array(overflowView),
  /** Of the last seven days, newest first. */
  tooMuchText: z.array(textOverflowView),
  /** The share of Reddit's 'all' that is read, 0 to 1. Null before the first measurement. */
  allShare: z.object({ posts: z.number().nullable(), comments: z.number().nullable() }),
  /** For sites in the user's watches that had matches in the last hour. */
  delays: z.array(siteDelay),
});
export type CoverageResponse = z.infer<typeof coverageResponse>;
export type Reads = Pick<
  CoverageResponse,
  "places" | "subreddits" | "tooMany" | "tooMuchText" | "allShare" | "delays"
>;

export function getReads(places: PlaceCoverage[], rest: Omit<Reads, "places" | "subreddits">): Reads {
  return { places, subreddits: places.filter(({ site }) => site === wireSite), ...rest };
}
