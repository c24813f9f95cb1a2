import { accountSamples } from "./account-samples";
import type { Samples } from "./examples";
import { previewSamples } from "./preview-samples";
import {
  at,
  delivery,
  matchedItem,
  ids,
  notification,
  redditPost,
  undoable,
  destination,
  watch,
  webdev,
} from "./sample-things";

const watched = { watch };
const one = { notification };
const updated = { updated: 3 };
const logged = {
  ...delivery,
  isTest: false,
  createdAt: at.matched,
  nextAttemptAt: null,
  attempts: [{ at: at.sent, answer: "200" }],
};
const view = {
  _id: ids.other,
  name: "Starred questions",
  filters: { status: "starred" as const },
  createdAt: at.watched,
};
const counted = { total: 12, today: 3, thisWeek: 9, daily: [{ date: "2026-11-22", count: 3 }] };
/** Nine on Tuesdays from 14:00 to 15:00, three on Fridays from 9:00 to 10:00. */
const hoursOfWeek = Array.from({ length: 7 }, (_, day) =>
  Array.from({ length: 24 }, (_, hour) => (day === 1 && hour === 14 ? 9 : day === 4 && hour === 9 ? 3 : 0)),
);
const exported = {
  _id: notification._id,
  createdAt: notification.createdAt,
  status: notification.status,
  matchedKeyword: notification.matchedKeyword,
  watchId: notification.watchId,
  openedAt: null,
  starredAt: null,
  redditPost,
};
const read = { readAt: at.matched, itemsToday: 214, delaySeconds: 16 };
const covered = {
  ...{ ...webdev, isOn: true, health: "ok" as const, ends: "ends March 2027", readSince: at.watched },
  ...{ posts: read, comments: read, gaps: [] },
};
const healthy = { status: "ok" as const, checks: { database: { ok: true }, poll: { ok: true } } };

/** Sample responses by operation, for operations with a JSON response. */
export const samples: Samples = {
  ...accountSamples,

  listWatches: { watches: [watch], total: 1, active: 1 },
  createWatch: { ...watched, lookBack: { recorded: 12 } },
  getWatch: watched,
  updateWatch: watched,
  toggleWatch: watched,
  setWatchesActive: updated,
  deleteWatches: updated,
  getWatchStats: {
    stats: {
      ...counted,
      places: [{ ...webdev, count: 12 }],
      authors: { total: 11, most: [{ site: "reddit", name: "quietledger", count: 2 }] },
      hours: hoursOfWeek,
      opened: { count: 7, starred: 1, of: 12 },
      delay: { all: { half: 16, most: 41 }, sites: [{ site: "reddit", half: 16, most: 41 }] },
    },
  },
  previewWatch: {
    preview: {
      items: 480,
      hours: 48,
      matched: 3,
      histogram: [0, 1, 0, 2],
      bySite: [{ site: "reddit", name: "Reddit", places: 1, matched: 3 }],
      isBroad: false,
      share: 0.006,
      asksFirst: false,
      suggestions: [],
      problems: [],
      mails: { realtime: 3, hourly: 2, daily: 2 },
      examples: [{ ...matchedItem, content: redditPost.content }],
    },
  },
  ...previewSamples,
  suggestWatches: {
    suggestions: [
      {
        keyword: "tidewater",
        expression: null,
        reason: "Its name",
        ...{ matches: 3, titleMatches: 1, sample: null, isTooMany: false },
        places: [],
      },
    ],
    places: [{ ...webdev, matches: 3 }],
    hours: 48,
  },
  parseExpression: {
    tokens: [
      { from: 0, to: 9, kind: "word" },
      { from: 10, to: 11, kind: "not" },
      { from: 11, to: 19, kind: "word" },
      { from: 20, to: 21, kind: "not" },
      { from: 21, to: 25, kind: "word" },
    ],
    readings: [{ text: "tidewater, without virginia or jobs", expression: "tidewater -virginia -jobs" }],
    problems: [],
  },
  importWatches: {
    watches: [
      {
        line: 1,
        keyword: "tidewater",
        expression: null,
        places: [{ site: "reddit", name: "all" }],
        isActive: true,
      },
    ],
    problems: [],
    overLimit: [],
    existing: [],
    preview: "0f3c…",
    isCommitted: false,
  },
  explainLink: {
    item: { ...matchedItem, readAt: at.matched },
    asked: null,
    explanations: [
      {
        watchId: ids.watch,
        keyword: "tidewater",
        places: [webdev],
        subreddits: ["webdev"],
        verdict: "matched",
        parts: null,
        notification: { _id: ids.notification, createdAt: at.matched },
        message: { status: "sent", slot: delivery.slot, sentAt: at.sent, reason: null },
      },
    ],
  },

  listNotifications: [notification],
  listNotificationGroups: {
    groupedNotifications: [
      {
        _id: "tidewater",
        count: 12,
        places: [webdev],
        subreddits: ["webdev"],
        latestNotification: at.matched,
        notifications: [notification],
      },
    ],
    pagination: { page: 1, limit: 5, total: 1, totalPages: 1, hasMore: false },
  },
  listNotificationChoices: { choices: ["tidewater"] },
  exportNotifications: [exported],
  openExport: { url: "https://…", expiresAt: at.later },
  downloadExport: [exported],
  listSavedViews: { views: [view] },
  createSavedView: { view },
  listNews: { notifications: [notification], total: 1 },
  getNotificationStats: { stats: counted },
  countUnread: { count: 3 },
  getNotification: one,
  markRead: one,
  openNotification: one,
  markUnread: one,
  archiveNotification: one,
  starNotification: one,
  unstarNotification: one,
  snoozeNotification: one,
  suggestExclusions: {
    expression: null,
    suggestions: [
      {
        kind: "words",
        text: "hiring",
        expression: "tidewater -hiring",
        hides: 4,
        of: 12,
        openedAmongHidden: 0,
      },
    ],
  },
  markSelectedRead: undoable,
  archiveSelected: undoable,
  markSelectedUnread: undoable,
  starSelected: undoable,
  unstarSelected: undoable,
  snoozeSelected: undoable,
  deleteSelected: undoable,
  countTabs: { unread: 37, read: 148, starred: 4, snoozed: 2, archived: 561 },
  undoChange: { restored: 12 },

  listDestinations: { destinations: [destination] },
  createDestination: { destination, secret: "whsec_…" },
  updateDestination: { destination },
  testDestination: { delivery: { ...logged, isTest: true } },
  renewSecret: { secret: "whsec_…" },
  listDestinationDeliveries: { deliveries: [logged] },
  replayDelivery: { delivery: logged },

  validateSubreddit: { exists: true },
  searchSubreddits: { subreddits: ["webdev"] },
  listSites: {
    sites: [{ id: "reddit", name: "Reddit", placeWord: "subreddit", hasAll: true, isOn: true }],
  },
  validatePlace: { exists: true, ...webdev },
  searchPlaces: { places: [webdev] },
  getCoverage: {
    status: "ok",
    issues: [],
    sites: [
      {
        ...{ id: "reddit", name: "Reddit", isOn: true, status: "ok", since: null },
        summary: "New posts and comments of the subreddits you name.",
        limit: null,
      },
    ],
    places: [covered],
    subreddits: [covered],
    tooMany: [],
    tooMuchText: [],
    allShare: { posts: 0.98, comments: 0.87 },
    delays: [],
  },

  getHealth: healthy,
  getLiveness: { status: "ok", checks: {} },
  getReadiness: healthy,
  getDocument: { openapi: "3.1.0" },
  callMcp: { jsonrpc: "2.0", id: 1, result: { tools: [] } },
};
