import { isTimeZone } from "@/domain/time-zone";
import * as z from "./zod";

/** How many days a chart of matches shows, today included. */
export const statsDays = 30;

/** GET /api/notifications/stats; without tz the days are those of the account's zone. */
export const statsQuery = z.object({
  tz: z.string().max(64).refine(isTimeZone, "tz must be a known time zone").optional(),
});
export type StatsQuery = z.infer<typeof statsQuery>;

/** Counts of what is held, any status; weeks start on Monday, `daily` ends with today and has every day. */
export const statsAnswer = z.object({
  stats: z.object({
    total: z.number(),
    today: z.number(),
    thisWeek: z.number(),
    daily: z.array(z.object({ date: z.string(), count: z.number() })),
  }),
});
export type StatsAnswer = z.infer<typeof statsAnswer>;
