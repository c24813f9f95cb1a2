import { sql } from "@/server/platform/database";
import { z } from "zod";

/** A watch with its number of matches. */
export const watchRow = z.object({
  id: z.string(),
  userId: z.string(),
  keyword: z.string(),
  places: z.array(z.string()),
  isActive: z.boolean(),
  tags: z.array(z.string()),
  notes: z.string(),
  includePosts: z.boolean(),
  includeComments: z.boolean(),
  matchTitlesOnly: z.boolean(),
  caseSensitive: z.boolean(),
  wholeWordOnly: z.boolean(),
  browserNotification: z.boolean(),
  emailNotification: z.boolean(),
  frequency: z.enum(["realtime", "hourly", "daily"]),
  isPausedByPlan: z.boolean(),
  activeSince: z.date(),
  revision: z.number(),
  createdAt: z.date(),
  updatedAt: z.date(),
  matchCount: z.number(),
});
export type WatchRow = z.infer<typeof watchRow>;

/** The columns of watchRow, for a statement that names "Watch" w and joins "WatchTotal" t. */
export const watchColumns = sql`w."id", w."userId", w."keyword", w."places", w."isActive", w."tags", w."notes",
  w."includePosts", w."includeComments", w."matchTitlesOnly", w."caseSensitive", w."wholeWordOnly",
  w."browserNotification", w."emailNotification", w."frequency"::text,
  (NOT w."isActive" AND w."pausedBy" IS NOT DISTINCT FROM 'plan') AS "isPausedByPlan", w."activeSince", w."revision",
  w."createdAt", w."updatedAt", COALESCE(t."matchCount", 0) AS "matchCount"`;

export const watchTables = sql`"Watch" w LEFT JOIN "WatchTotal" t ON t."watchId" = w."id"`;
