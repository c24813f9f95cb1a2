import { entityId, moment } from "./entity";
import { placeView } from "./place-queries";
import * as z from "./zod";

/** How much of an item's Markdown a list carries, in characters. */
export const listContentLength = 5_000;

export const notificationStatus = z.enum(["unread", "read", "archived"]);
export type NotificationStatus = z.infer<typeof notificationStatus>;
/** What a list shows: one status, or across them what is starred, what waits, or everything. */
export type NotificationTab = NotificationStatus | "starred" | "snoozed" | "all";

const segments = z.array(z.object({ text: z.string(), isHeard: z.boolean() }));

/** What is shown of an item at first, as plain text in pieces, heard or not; a search's words count as heard. */
const passage = z.object({
  title: segments,
  /** Some 200 characters: the beginning, or what stands around the first heard word. */
  text: segments,
  /** The content has more to show: it is longer, or has links and images. */
  hasMore: z.boolean(),
  /** Where the heard words are: in what is shown, in the address of a link, or in something that isn't shown. */
  heardIn: z.enum(["shown", "link", "elsewhere"]),
});

/** Where else the story of a notification stands: another post that leads to what its post leads to. */
const elsewhere = z.object({
  site: z.string(),
  place: placeView.omit({ site: true }),
  title: z.string(),
  url: z.string(),
  createdAt: moment,
});

export const notificationView = z.object({
  _id: entityId,
  createdAt: moment,
  status: notificationStatus,
  matchedKeyword: z.string(),
  /** What its watch looked for when it matched: what is marked goes by it. */
  highlights: z.array(
    z.object({
      keyword: z.string(),
      caseSensitive: z.boolean(),
      wholeWordOnly: z.boolean(),
      isPrefix: z.literal(true).optional(),
    }),
  ),
  /** The first of `watchIds`. */
  watchId: entityId,
  /** Every watch of the keyword that heard this item, or another one of its story: they share one notification. */
  watchIds: z.array(entityId),
  /** When its post was first opened from here; null: never. */
  openedAt: moment.nullable(),
  /** Since when it is starred; null: it is not. Absent from a server of the version before. */
  starredAt: moment.nullable().default(null),
  /** It waits until then, unread, among the snoozed alone; null: it does not. Absent from a server of the version before. */
  snoozedUntil: moment.nullable().default(null),
  passage,
  redditPost: z.object({
    title: z.string(),
    site: z.string(),
    place: placeView.omit({ site: true }),
    /** On Reddit the place's name, elsewhere its label. */
    subreddit: z.string(),
    content: z.string(),
    url: z.string(),
    author: z.string().nullable(),
    kind: z.enum(["post", "comment"]),
    createdAt: moment,
    over18: z.boolean(),
  }),
  /** Empty but of a story; the oldest first, twenty at most. Absent from a server of the version before. */
  elsewhere: z.array(elsewhere).default([]),
});
export type NotificationView = z.infer<typeof notificationView>;

/** A notification as a file has it: what was found, without what only a screen shows of it. */
export const exportedNotification = notificationView.omit({
  highlights: true,
  passage: true,
  snoozedUntil: true,
  watchIds: true,
  elsewhere: true,
});
export type ExportedNotification = z.infer<typeof exportedNotification>;

/** POST /api/notifications/export: where the file is, once and until then. */
export const exportAddress = z.object({ url: z.string(), expiresAt: moment });
export type ExportAddress = z.infer<typeof exportAddress>;

/** How many of a group's notifications its answer carries; `?group=` gives the rest. */
export const groupLength = 10;
/** How many notifications one popup answer carries. */
export const popupLength = 5;
/** A popup answer counts no further than this. */
export const popupCountLimit = 100;

/** How many choices one answer offers. */
export const choicesLength = 50;

/** GET /api/notifications/choices: what the lists can be narrowed to, those that contain `q`; Pro, as the search itself. */
export const choicesQuery = z.object({
  of: z.enum(["keyword", "subreddit", "place"]),
  q: z.string().trim().max(100).default(""),
});
export type ChoicesQuery = z.infer<typeof choicesQuery>;

/** Of what is held in any status; those that begin with what was asked for first. Of places `choices` are the labels. */
export const choicesResponse = z.object({
  choices: z.array(z.string()),
  places: z.array(placeView).optional(),
});
export type ChoicesResponse = z.infer<typeof choicesResponse>;

/** All notifications of one keyword, however its watches spell it. */
export const notificationGroup = z.object({
  /** The keyword as recorded; what `?group=` and `{group}` take. */
  _id: z.string(),
  count: z.number(),
  /** Of its newest thousand, the latest first. */
  places: z.array(placeView),
  /** The same: on Reddit their names, elsewhere their labels. */
  subreddits: z.array(z.string()),
  latestNotification: moment,
  /** Its newest ten. */
  notifications: z.array(notificationView),
});
export type NotificationGroup = z.infer<typeof notificationGroup>;

/** GET /api/notifications/grouped: total counts notifications, totalPages groups. */
export const groupedResponse = z.object({
  groupedNotifications: z.array(notificationGroup),
  pagination: z.object({
    page: z.number(),
    limit: z.number(),
    total: z.number(),
    totalPages: z.number(),
    hasMore: z.boolean(),
    /** Of a search that didn't reach everything: what is older was not looked through. Ask again with `until`. */
    searchedTo: moment.optional(),
  }),
});
export type GroupedResponse = z.infer<typeof groupedResponse>;

/** GET /api/notifications/recent/popup: what came after `since`, itself excluded. */
export const popupQuery = z.object({ since: z.iso.datetime({ offset: true }).optional() });
export type PopupQuery = z.infer<typeof popupQuery>;

/**
 * The newest first; `total` says how many there are beside those shown, up to popupCountLimit. `isSilent`: the account is in its
 * quiet hours or muted, they are for the lists and not to be told.
 */
export const popupResponse = z.object({
  notifications: z.array(notificationView),
  total: z.number(),
  isSilent: z.literal(true).optional(),
});
export type PopupResponse = z.infer<typeof popupResponse>;

/**
 * The `news` of GET /api/notifications/live. `counts.news`: how many of the new ones alert in the browser, none while the account is in its quiet hours or muted, of which
 * `notifications` are the newest; it may be none. Other events: `open` and `beat` say that the line stands, `reset` that
 * what came meanwhile is too much to tell.
 */
export const liveNews = z.object({
  notifications: z.array(notificationView),
  counts: z.object({ unread: z.number(), news: z.number() }),
});
export type LiveNews = z.infer<typeof liveNews>;

export const unreadCountResponse = z.object({ count: z.number() });
export type UnreadCountResponse = z.infer<typeof unreadCountResponse>;

/**
 * POST /api/notifications/read, /archive, /delete: one of group, ids and all; status narrows it to one tab, until to what was
 * made by then: what came later nobody has seen.
 */
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
  );
export type NotificationSelection = z.infer<typeof notificationSelection>;

/** POST /api/notifications/{id}/not-relevant: how its watch could leave out others like it, the best first. */
export const notRelevantResponse = z.object({
  /** What its watch looks for now, to go back to; null: its keyword alone. */
  expression: z.string().nullable(),
  suggestions: z
    .array(
      z.object({
        /** What is left out: posts with these words, by this author, of this place. */
        kind: z.enum(["words", "author", "place"]),
        text: z.string(),
        /** What its watch would look for: PUT it there. */
        expression: z.string(),
        /** So many of the watch's notifications that are held, the newest thousand at most, have it. */
        hides: z.number(),
        of: z.number(),
        openedAmongHidden: z.number(),
      }),
    )
    .max(3),
});
export type NotRelevantResponse = z.infer<typeof notRelevantResponse>;

/** POST /api/notifications/unread, /star, /unstar: what was picked in a list. */
export const notificationIds = z.object({ ids: z.array(z.string()).min(1).max(1_000) });
export type NotificationIds = z.infer<typeof notificationIds>;

const snoozeUntil = z.iso.datetime({ offset: true }).nullable();
/** PATCH /api/notifications/{id}/snooze: until when, in the future and within a year; null: no longer. */
export const snooze = z.object({ until: snoozeUntil });
/** POST /api/notifications/snooze: the same of what was picked in a list. */
export const snoozedIds = notificationIds.extend({ until: snoozeUntil });
export type SnoozedIds = z.infer<typeof snoozedIds>;

export const notificationResponse = z.object({ notification: notificationView });
/** How many fit is said in X-Total-Count, where the next page begins in X-Next-Cursor. */
export const notificationListResponse = z.array(notificationView);
