import { uniqueNames } from "@/domain/reading/place";
import { placeFieldTexts } from "@/domain/reading/site-texts";
import { isPlaceName, strippedName } from "@/domain/reading/reddit-names";
import { entityId, exampleCount, exampleText, moment } from "./entity";
import { expression } from "./expression";
import { mutedUntil, muteWish } from "./mute";
import { followedThread } from "./followed-thread";
import { listQuery } from "./pagination";
import { placeRef, placeView } from "./place-queries";
import { frequency } from "./user";
import * as z from "./zod";

export const maxKeywordLength = 100;

const keyword = z
  .string()
  .trim()
  .min(1, { error: "keyword is a required field", abort: true })
  .max(maxKeywordLength, `keyword must be at most ${maxKeywordLength} characters`);

const maxPlaces = 50;

const subreddits = z
  .array(
    z
      .string()
      .transform(strippedName)
      .refine(isPlaceName, {
        error: (issue) => placeFieldTexts.invalid(`r/${String(issue.input).slice(0, 50)}`),
      }),
  )
  .max(500)
  .transform(uniqueNames)
  .refine((names) => names.length <= maxPlaces, `subreddits must be at most ${maxPlaces} items`);
export const noPlace = "subreddits must be at least 1 items";

/** Known sites and valid names are checked by the server. */
const places = z
  .array(placeRef)
  .min(1, "places must be at least 1 items")
  .max(maxPlaces, `places must be at most ${maxPlaces} items`);

/** Maximum number of matches recorded by a look-back, newest first. */
export const lookBackLimit = 200;

const isOneOfBoth = (wire: { subreddits?: unknown; places?: unknown }) =>
  wire.subreddits === undefined || wire.places === undefined;
const notBoth = { path: ["places"], error: "Specify either subreddits or places, not both" };

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
  /** Emails the owner, at most once a day, about a spike in matches. */
  spikeNotification: z.boolean(),
  /** Destinations for alerts, unless all of them are off. Empty: the destinations for all watches. */
  destinations: z.array(entityId.max(36)).max(50, "destinations must be at most 50 items"),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const defaultNotificationSettings: NotificationSettings = {
  browserNotification: true,
  emailNotification: false,
  frequency: "realtime",
  spikeNotification: false,
  destinations: [],
};

/** POST /api/keywords. `subreddits` are Reddit places. Without them and `places` it covers 'all'. */
export const watchDraft = z
  .object({
    keyword,
    expression: expression.default(null),
    subreddits: subreddits.refine((names) => names.length > 0, noPlace).optional(),
    places: places.optional(),
    isActive: z.boolean().default(true),
    tags: tags.default([]),
    notes: notes.default(""),
    filters: filters.partial().default({}),
    notificationSettings: notificationSettings.partial().default({}),
    /** Also records matches among the stored items of the last 48 hours, without alerts. */
    lookBack: z.boolean().default(false),
  })
  .refine(isOneOfBoth, notBoth)
  .meta({
    examples: [
      {
        keyword: "tidewater",
        expression: "tidewater -virginia -jobs",
        places: [{ site: "reddit", name: "webdev" }],
        lookBack: true,
      },
    ],
  });
export type NewWatchDraft = z.infer<typeof watchDraft>;
export type WatchDraft = Omit<NewWatchDraft, "lookBack">;

/** Absent fields are unchanged; filters and settings are merged. `subreddits` only replaces Reddit's. */
export const watchPatch = z
  .object({
    keyword: keyword.optional(),
    expression: expression.optional(),
    subreddits: subreddits.optional(),
    places: places.optional(),
    isActive: z.boolean().optional(),
    tags: tags.optional(),
    notes: notes.optional(),
    filters: filters.partial().optional(),
    notificationSettings: notificationSettings.partial().optional(),
    mutedUntil: muteWish.optional(),
  })
  .refine(isOneOfBoth, notBoth)
  .meta({ examples: [{ tags: ["brand"], filters: { wholeWordOnly: true } }] });
export type WatchPatch = z.infer<typeof watchPatch>;

/** POST /api/keywords/{id}/preview-change: the fields of a change that affect matching. */
export const watchChangeDraft = z
  .object({
    keyword: keyword.optional(),
    expression: expression.optional(),
    subreddits: subreddits.optional(),
    places: places.optional(),
    filters: filters.partial().optional(),
  })
  .refine(isOneOfBoth, notBoth)
  .meta({ examples: [{ expression: "tidewater -virginia" }] });
export type WatchChangeDraft = z.infer<typeof watchChangeDraft>;

/** Orders of a list of watches: by date, latest match, number of matches, or keyword. */
export const watchSorts = ["newest", "oldest", "matched", "matches", "name"] as const;

/**
 * GET /api/keywords. `kind`: keywords, or followed threads. `q` is part of the keyword; `keyword` matches
 * exactly, ignoring spelling variants. `include=activity` adds each watch's last seven days. Only lists by
 * date have a cursor.
 */
export const watchQuery = z
  .object({
    ...listQuery,
    sort: z.enum(watchSorts).default("newest"),
    kind: z.enum(["keyword", "thread"]).default("keyword"),
    q: z.string().max(100).optional(),
    keyword: z.string().max(100).optional(),
    state: z.enum(["all", "active", "paused"]).default("all"),
    tag: z.string().max(100).optional(),
    include: z.enum(["activity"]).optional(),
  })
  .meta({ examples: [{ limit: "20", q: "tide" }] });
export type WatchQuery = z.infer<typeof watchQuery>;

export const watchView = z.object({
  _id: entityId,
  /** A followed thread's keyword is its title. */
  kind: z.enum(["keyword", "thread"]).default("keyword"),
  keyword: exampleText("tidewater"),
  thread: followedThread.nullable().default(null),
  /** Replaces the keyword in matching. Null: the keyword as a phrase. */
  expression: z
    .string()
    .nullable()
    .meta({ examples: ["tidewater -virginia -jobs"] }),
  /** On all sites. */
  places: z.array(placeView),
  /** Names of Reddit places. */
  subreddits: z.array(exampleText("webdev")),
  isActive: z.boolean().meta({ examples: [true] }),
  matchCount: exampleCount(12),
  lastMatchedAt: moment.nullable(),
  /** When it last exceeded 100 matches in a day, or null. */
  noisyAt: moment.nullable(),
  tags: z.array(exampleText("brand")),
  notes: exampleText(""),
  filters,
  notificationSettings,
  mutedUntil,
  /** True if paused because a plan ended. */
  isPausedByPlan: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
});
export type WatchView = z.infer<typeof watchView>;

/** PATCH /api/keywords/{id}/toggle. Without `isActive`, the current state is reversed. */
export const watchToggle = z
  .object({ isActive: z.boolean().optional() })
  .meta({ examples: [{ isActive: false }] });
export type WatchToggle = z.infer<typeof watchToggle>;

/** Resumes or pauses these watches, or all without `ids`. Unknown ids are ignored. */
export const watchesActive = z
  .object({ isActive: z.boolean(), ids: z.array(z.string()).max(1_000).optional() })
  .meta({ examples: [{ isActive: false }] });
export type WatchesActive = z.infer<typeof watchesActive>;

/** POST /api/keywords/delete. Unknown ids are ignored. */
export const watchesDeleted = z
  .object({ ids: z.array(z.string()).min(1).max(1_000) })
  .meta({ examples: [{ ids: ["0199f3c2-6d1e-7c4a-9b0f-2a5d8e7c1f34"] }] });
export type WatchesDeleted = z.infer<typeof watchesDeleted>;

export const watchResponse = z.object({ watch: watchView });

/** `lookBack` is present if it was requested. `isPartial`: not all matches were added. */
export const createdWatchResponse = watchResponse.extend({
  lookBack: z
    .object({ recorded: z.number(), isPartial: z.literal(true).optional() })
    .meta({ examples: [{ recorded: 12 }] })
    .optional(),
});
export type CreatedWatchResponse = z.infer<typeof createdWatchResponse>;

/** Matches of each of the last seven days, oldest first, and how many of them were opened. */
const watchActivity = z.object({ days: z.array(z.number()), opened: z.number() });

/** `total` and `active` count watches in every state. `tags` and `activity` are only sent on request. */
export const watchListResponse = z.object({
  watches: z.array(watchView.extend({ activity: watchActivity.optional() })),
  total: exampleCount(1),
  active: exampleCount(1),
  tags: z.array(z.string()).optional(),
});
export type ListedWatch = WatchListResponse["watches"][number];
export type WatchListResponse = z.infer<typeof watchListResponse>;
