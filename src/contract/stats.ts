import { isTimeZone } from "@/domain/time-zone";
import { placeView } from "./place-queries";
import * as z from "./zod";

/** How many days a chart of matches shows, today included. */
export const statsDays = 30;

/** GET /api/notifications/stats; without tz the days are those of the account's zone. */
export const statsQuery = z.object({
  tz: z.string().max(64).refine(isTimeZone, "tz must be a known time zone").optional(),
});
export type StatsQuery = z.infer<typeof statsQuery>;

/** Counts of what is held, any status; weeks start on Monday, `daily` ends with today and has every day. */
export const statsResponse = z.object({
  stats: z.object({
    total: z.number(),
    today: z.number(),
    thisWeek: z.number(),
    daily: z.array(z.object({ date: z.string(), count: z.number() })),
  }),
});
export type StatsResponse = z.infer<typeof statsResponse>;

/** How many places and authors are told of, those with the most first. */
export const namedInStats = 12;

/** In milliseconds, from the writing of an item to its notification: half of them and 95 of 100 came within. */
const delay = { half: z.number(), most: z.number() };

/**
 * GET /api/keywords/{id}/stats: the same of one watch, and of the newest 5,000 of these days where, by whom, at which hours of
 * the account's week and how soon. A story counts once, where it was heard first.
 */
export const watchStatsResponse = z.object({
  stats: statsResponse.shape.stats.extend({
    places: z.array(placeView.extend({ count: z.number() })),
    authors: z.object({
      total: z.number(),
      most: z.array(z.object({ site: z.string(), name: z.string(), count: z.number() })),
    }),
    /** Seven days, Monday first, of 24 hours each. */
    hours: z.array(z.array(z.number()).length(24)).length(7),
    /** Of how many the post was opened from here, and how many are starred. */
    opened: z.object({ count: z.number(), starred: z.number(), of: z.number() }),
    /** `all` is null where nothing was heard. */
    delay: z.object({
      all: z.object(delay).nullable(),
      sites: z.array(z.object({ site: z.string(), ...delay })),
    }),
  }),
});
export type WatchStatsResponse = z.infer<typeof watchStatsResponse>;
