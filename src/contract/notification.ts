import { entityId, exampleCount, exampleText, moment } from "./entity";
import { notificationThread, threadRoot } from "./followed-thread";
import { placeView } from "./place-queries";
import * as z from "./zod";

export const listContentLength = 5_000;

export const notificationStatus = z.enum(["unread", "read", "archived"]);
export type NotificationStatus = z.infer<typeof notificationStatus>;
export type NotificationTab = NotificationStatus | "starred" | "snoozed" | "following" | "all";

const segments = z.array(z.object({ text: exampleText("Tidewater"), isHeard: z.boolean() }));

/** The snippet of an item, as plain text in segments with highlights for matches and search terms. */
const snippet = z.object({
  title: segments,
  /** About 200 characters: the start, or the text around the first match. */
  text: segments,
  /** True if the content is longer or contains links or images. */
  hasMore: z.boolean(),
  /** The location of the matches: the snippet's text, the URL of a link, or a part that isn't shown. */
  matchedIn: z.enum(["shown", "link", "elsewhere"]),
});

/** Another post of the same story, with the same link. */
const elsewhere = z.object({
  site: exampleText("reddit"),
  place: placeView.omit({ site: true }),
  title: exampleText("Tidewater answered on a Sunday"),
  url: exampleText("https://www.reddit.com/r/webdev/comments/1p3vxyz/"),
  createdAt: moment,
});

export const notificationView = z.object({
  _id: entityId,
  createdAt: moment,
  status: notificationStatus,
  matchedKeyword: exampleText("tidewater"),
  /** The terms of the watch when it matched, used for highlighting. */
  highlights: z.array(
    z.object({
      keyword: exampleText("tidewater"),
      caseSensitive: z.boolean(),
      wholeWordOnly: z.boolean(),
      isPrefix: z.literal(true).optional(),
    }),
  ),
  /** The first of `watchIds`. */
  watchId: entityId,
  /** All watches with this keyword that matched this item or its story. They share one notification. */
  watchIds: z.array(entityId).meta({ examples: [["0199f3c2-6d1e-7c4a-9b0f-2a5d8e7c1f34"]] }),
  /** When its post was first opened from here, or null. */
  openedAt: moment.nullable(),
  /** When it was starred, or null. The previous server version omits it. */
  starredAt: moment.nullable().default(null),
  /** Until then only listed as snoozed, and unread. Null: not snoozed. The previous server omits it. */
  snoozedUntil: moment.nullable().default(null),
  passage: snippet,
  redditPost: z.object({
    title: exampleText("Tidewater answered on a Sunday"),
    site: exampleText("reddit"),
    place: placeView.omit({ site: true }),
    /** The place's name on Reddit, otherwise its label. */
    subreddit: exampleText("webdev"),
    content: exampleText("Wrote at ten, had a fix by breakfast."),
    url: exampleText("https://www.reddit.com/r/webdev/comments/1p3vxyz/"),
    author: z
      .string()
      .nullable()
      .meta({ examples: ["quietledger"] }),
    kind: z.enum(["post", "comment"]),
    createdAt: moment,
    over18: z.boolean(),
  }),
  /** The previous server version omits it. */
  thread: notificationThread.nullable().default(null),
  /** The author of the comment above. Null if unknown. The previous server version omits it. */
  replyTo: z
    .string()
    .nullable()
    .default(null)
    .meta({ examples: ["ostrich_ledger"] }),
  /** Only for stories: oldest first, up to twenty. The previous server version omits it. */
  elsewhere: z.array(elsewhere).default([]),
});
export type NotificationView = z.infer<typeof notificationView>;

export const exportedNotification = notificationView.omit({
  highlights: true,
  passage: true,
  snoozedUntil: true,
  watchIds: true,
  elsewhere: true,
  thread: true,
  replyTo: true,
});
export type ExportedNotification = z.infer<typeof exportedNotification>;

/** The URL works once, until `expiresAt`. */
export const exportAddress = z.object({ url: exampleText("https://…"), expiresAt: moment });
export type ExportAddress = z.infer<typeof exportAddress>;

/** Maximum notifications per group in a response. `?group=` returns the rest. */
export const groupLength = 10;
export const popupLength = 5;
export const popupCountLimit = 100;

export const choicesLength = 50;

/** GET /api/notifications/choices: filter values that contain `q`. Requires Pro, like search. */
export const choicesQuery = z
  .object({
    of: z.enum(["keyword", "subreddit", "place"]),
    q: z.string().trim().max(100).default(""),
  })
  .meta({ examples: [{ of: "keyword", q: "tide" }] });
export type ChoicesQuery = z.infer<typeof choicesQuery>;

/** From notifications in any status, prefix matches first. For places, `choices` has the labels. */
export const choicesResponse = z.object({
  choices: z.array(exampleText("tidewater")),
  places: z.array(placeView).optional(),
});
export type ChoicesResponse = z.infer<typeof choicesResponse>;

/** All notifications of a keyword, in any spelling. */
export const notificationGroup = z.object({
  /** The recorded keyword, or an id for the replies to a thread. Used for `?group=` and `{group}`. */
  _id: exampleText("tidewater"),
  count: exampleCount(12),
  /** The thread whose replies are grouped, or null for a keyword. The previous server version omits it. */
  thread: notificationThread.extend({ title: z.string() }).nullable().default(null),
  /** Places of its latest thousand notifications, latest first. */
  places: z.array(placeView),
  /** The same places: names on Reddit, otherwise labels. */
  subreddits: z.array(exampleText("webdev")),
  latestNotification: moment,
  notifications: z.array(notificationView),
});
export type NotificationGroup = z.infer<typeof notificationGroup>;

/** GET /api/notifications/grouped. `total` counts notifications, `totalPages` counts groups. */
export const groupedResponse = z.object({
  groupedNotifications: z.array(notificationGroup),
  /** The latest on all pages, for `until` in bulk changes. The previous server version omits it. */
  latestNotification: moment.nullable().default(null),
  pagination: z.object({
    page: exampleCount(1),
    limit: exampleCount(20),
    total: exampleCount(1),
    totalPages: exampleCount(1),
    hasMore: z.boolean(),
    /** Set if a search did not reach older notifications. Continue with `until`. */
    searchedTo: moment.optional(),
  }),
});
export type GroupedResponse = z.infer<typeof groupedResponse>;

/** GET /api/notifications/recent/popup: notifications after `since`, exclusive. */
export const popupQuery = z
  .object({ since: z.iso.datetime({ offset: true }).optional() })
  .meta({ examples: [{ since: "2026-11-22T14:00:00Z" }] });
export type PopupQuery = z.infer<typeof popupQuery>;

/** Newest first. `total` is capped at `popupCountLimit`. `isSilent`: muted or quiet, so don't alert. */
export const popupResponse = z.object({
  notifications: z.array(notificationView),
  total: z.number(),
  isSilent: z.literal(true).optional(),
});
export type PopupResponse = z.infer<typeof popupResponse>;

/**
 * The `news` event of GET /api/notifications/live. `counts.news` is 0 while muted or in quiet hours. Other
 * events: `open` and `beat` confirm the connection, `reset` means too much was missed to replay.
 */
export const liveNews = z.object({
  notifications: z.array(notificationView),
  counts: z.object({ unread: z.number(), news: z.number() }),
});
export type LiveNews = z.infer<typeof liveNews>;

export const tabCountsResponse = z.object({
  unread: exampleCount(37),
  read: exampleCount(148),
  starred: exampleCount(4),
  snoozed: exampleCount(2),
  /** The previous server version omits it. */
  following: exampleCount(3).default(0),
  archived: exampleCount(561),
});
export type TabCounts = z.infer<typeof tabCountsResponse>;

export const repliesResponse = z.object({
  thread: notificationThread,
  /** The post above a reply. Null for posts, and if it isn't stored. The previous server version omits it. */
  root: threadRoot.nullable().default(null),
  /** Number of replies: the site's count or the number read, whichever is larger. */
  count: exampleCount(14),
  /** Authors of `total`. */
  authors: exampleCount(9),
  /** When its place was last read. Null unless the thread is followed. */
  checkedAt: moment.nullable(),
  /** Notifications of its replies, and the unread ones. */
  total: exampleCount(12),
  unread: exampleCount(3),
  /** Latest first. `nextCursor` is the next page; null on the last. */
  replies: z.array(notificationView),
  nextCursor: z.string().nullable(),
});
export type RepliesResponse = z.infer<typeof repliesResponse>;

export const unreadCountResponse = z.object({ count: exampleCount(3) });
export type UnreadCountResponse = z.infer<typeof unreadCountResponse>;

/** Exactly one of `group`, `ids` and `all`. `until` excludes later ones, which the user hasn't seen. */
export const notificationSelection = z
  .object({
    group: z.string().max(200).optional(),
    ids: z.array(z.string()).min(1).max(1_000).optional(),
    all: z.literal(true).optional(),
    status: notificationStatus.optional(),
    until: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(
    ({ group, ids, all }) => [group, ids, all].filter((one) => one !== undefined).length === 1,
    "Specify a group, ids or all",
  )
  .meta({ examples: [{ all: true, status: "read" }] });
export type NotificationSelection = z.infer<typeof notificationSelection>;

export const notificationIds = z
  .object({ ids: z.array(z.string()).min(1).max(1_000) })
  .meta({ examples: [{ ids: ["0199f3c2-6d1e-7c4a-9b0f-2a5d8e7c1f34"] }] });
export type NotificationIds = z.infer<typeof notificationIds>;

const snoozeUntil = z.iso.datetime({ offset: true }).nullable();
/** PATCH /api/notifications/{id}/snooze: a time within a year, or null to end the snooze. */
export const snooze = z
  .object({ until: snoozeUntil })
  .meta({ examples: [{ until: "2027-01-04T08:00:00Z" }] });
export const snoozedIds = notificationIds
  .extend({ until: snoozeUntil })
  .meta({ examples: [{ ids: ["0199f3c2-6d1e-7c4a-9b0f-2a5d8e7c1f34"], until: "2027-01-04T08:00:00Z" }] });
export type SnoozedIds = z.infer<typeof snoozedIds>;

export const notificationResponse = z.object({ notification: notificationView });
/** X-Total-Count contains the total, X-Next-Cursor the next page's cursor. */
export const notificationListResponse = z.array(notificationView);
