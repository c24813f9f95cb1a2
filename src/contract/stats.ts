import { isTimeZone } from "@/domain/time/time-zone";
import { placeView } from "./place-queries";
import { exampleCount, exampleText } from "./entity";
import * as z from "./zod";

export const statsDays = 30;

/** GET /api/notifications/stats. The default for `tz` is the account's zone. */
export const statsQuery = z
  .object({
    tz: z.string().max(64).refine(isTimeZone, "tz must be a known time zone").optional(),
  })
  .meta({ examples: [{ tz: "Europe/Berlin" }] });
export type StatsQuery = z.infer<typeof statsQuery>;

/** Counts notifications in any status. Weeks start on Monday. `daily` has every day, ending today. */
export const statsResponse = z.object({
  stats: z.object({
    total: exampleCount(12),
    today: exampleCount(3),
    thisWeek: exampleCount(9),
    daily: z.array(z.object({ date: exampleText("2026-11-22"), count: exampleCount(3) })),
  }),
});
export type StatsResponse = z.infer<typeof statsResponse>;

/** Maximum places and authors, highest count first. */
export const namedInStats = 12;

/** Median and 95th percentile (ms) from creation of an item to its notification. */
const delay = { half: exampleCount(16), most: exampleCount(41) };

/** GET /api/keywords/{id}/stats. Details are from the latest 5,000. Counts a story once, at first match. */
export const watchStatsResponse = z.object({
  stats: statsResponse.shape.stats.extend({
    places: z.array(placeView.extend({ count: exampleCount(3) })),
    authors: z.object({
      total: exampleCount(12),
      most: z.array(
        z.object({ site: exampleText("reddit"), name: exampleText("quietledger"), count: exampleCount(3) }),
      ),
    }),
    /** Seven days from Monday, with 24 hours each. */
    hours: z.array(z.array(z.number()).length(24)).length(7),
    /** The number of posts opened from here and of starred ones. `of` is the total. */
    opened: z.object({ count: exampleCount(3), starred: exampleCount(1), of: exampleCount(12) }),
    /** `all` is null without matches. */
    delay: z.object({
      all: z.object(delay).nullable(),
      sites: z.array(z.object({ site: exampleText("reddit"), ...delay })),
    }),
  }),
});
export type WatchStatsResponse = z.infer<typeof watchStatsResponse>;
