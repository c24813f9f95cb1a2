import { isPlaceName, strippedName, uniqueNames } from "@/domain/reddit-names";
import { entityId, moment } from "./entity";
import { listQuery } from "./pagination";
import { frequency } from "./user";
import * as z from "./zod";

const keyword = z
  .string()
  .trim()
  .min(1, { error: "keyword is a required field", abort: true })
  .max(100, "keyword must be at most 100 characters");

const subreddits = z
  .array(
    z
      .string()
      .transform(strippedName)
      .refine(isPlaceName, {
        error: (issue) => `r/${String(issue.input).slice(0, 50)} - Invalid subreddit`,
      }),
  )
  .min(1, "subreddits must be at least 1 items")
  .max(500)
  .transform(uniqueNames)
  .refine((names) => names.length <= 50, "subreddits must be at most 50 items");

const tags = z
  .array(z.string().trim().min(1).max(30))
  .max(20)
  .transform((list) => [...new Set(list)]);
const notes = z.string().max(1000);

const filters = z.object({
  includePosts: z.boolean(),
  includeComments: z.boolean(),
  matchTitlesOnly: z.boolean(),
  caseSensitive: z.boolean(),
  wholeWordOnly: z.boolean(),
});
export type Filters = z.infer<typeof filters>;

/** Anything else is an advanced filter: Pro. */
export const defaultFilters: Filters = {
  includePosts: true,
  includeComments: true,
  matchTitlesOnly: false,
  caseSensitive: false,
  wholeWordOnly: false,
};

const notificationSettings = z.object({
  browserNotification: z.boolean(),
  emailNotification: z.boolean(),
  frequency,
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const defaultNotificationSettings: NotificationSettings = {
  browserNotification: true,
  emailNotification: false,
  frequency: "realtime",
};

/** POST /api/keywords. */
export const watchDraft = z.object({
  keyword,
  subreddits: subreddits.default(["all"]),
  isActive: z.boolean().default(true),
  tags: tags.default([]),
  notes: notes.default(""),
  filters: filters.partial().default({}),
  notificationSettings: notificationSettings.partial().default({}),
});
export type WatchDraft = z.infer<typeof watchDraft>;

/** PUT /api/keywords/{id}: what is absent stays, filters and notificationSettings merge. */
export const watchPatch = z.object({
  keyword: keyword.optional(),
  subreddits: subreddits.optional(),
  isActive: z.boolean().optional(),
  tags: tags.optional(),
  notes: notes.optional(),
  filters: filters.partial().optional(),
  notificationSettings: notificationSettings.partial().optional(),
});
export type WatchPatch = z.infer<typeof watchPatch>;

/** GET /api/keywords; q is what a keyword contains, keyword one that they all are, however it is written. */
export const watchQuery = z.object({
  ...listQuery,
  q: z.string().max(100).optional(),
  keyword: z.string().max(100).optional(),
});
export type WatchQuery = z.infer<typeof watchQuery>;

export const watchView = z.object({
  _id: entityId,
  keyword: z.string(),
  subreddits: z.array(z.string()),
  isActive: z.boolean(),
  matchCount: z.number(),
  tags: z.array(z.string()),
  notes: z.string(),
  filters,
  notificationSettings,
  /** True while it is paused because a plan ended. */
  isPausedByPlan: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
});
export type WatchView = z.infer<typeof watchView>;

/** POST /api/keywords/active: wakes or pauses these watches, without ids all; ids that name none of them are passed over. */
export const watchesActive = z.object({
  isActive: z.boolean(),
  ids: z.array(z.string()).max(1_000).optional(),
});
export type WatchesActive = z.infer<typeof watchesActive>;

export const watchAnswer = z.object({ watch: watchView });
export const watchListAnswer = z.object({
  watches: z.array(watchView),
  total: z.number(),
  active: z.number(),
});
export type WatchListAnswer = z.infer<typeof watchListAnswer>;
