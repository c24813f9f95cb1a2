import type { DeviceView, DeliveryView } from "../account";
import type { KeyView } from "../api-key";
import type { NotificationView } from "../notification";
import type { SubscriptionView } from "../subscription";
import type { UserView } from "../user";
import type { WatchView } from "../watch";

/* Building blocks of the sample responses. Everything is fictional, including names and secrets. */

export const at = {
  signedUp: "2026-10-05T09:14:22.081Z",
  watched: "2026-11-20T08:31:40.512Z",
  written: "2026-11-22T14:02:51.000Z",
  matched: "2026-11-22T14:03:06.981Z",
  sent: "2026-11-22T14:03:17.250Z",
  later: "2026-11-23T08:00:00.000Z",
  nextYear: "2027-11-20T08:31:40.512Z",
} as const;

export const ids = {
  user: "0199b3c2-1f0a-7d2e-8a41-6c0f3b7e9d15",
  watch: "0199f1a7-58c0-7e11-b6d4-90ac2f4e7b08",
  notification: "0199f3c2-6d1e-7c4a-9b0f-2a5d8e7c1f34",
  other: "0199f3c2-7a60-7b38-8e52-d1407c9b3fa6",
} as const;

export const webdev = {
  site: "reddit",
  name: "webdev",
  label: "r/webdev",
  url: "https://www.reddit.com/r/webdev",
};
const { site, ...place } = webdev;

export const watch: WatchView = {
  _id: ids.watch,
  keyword: "tidewater",
  expression: "tidewater -virginia -jobs",
  places: [webdev],
  subreddits: ["webdev"],
  isActive: true,
  matchCount: 12,
  lastMatchedAt: "2026-11-20T14:03:00.000Z",
  noisyAt: null,
  tags: ["brand"],
  notes: "",
  filters: {
    includePosts: true,
    includeComments: true,
    matchTitlesOnly: false,
    caseSensitive: false,
    wholeWordOnly: true,
  },
  notificationSettings: {
    browserNotification: true,
    emailNotification: false,
    frequency: "realtime",
    spikeNotification: false,
    destinations: [],
  },
  mutedUntil: null,
  isPausedByPlan: false,
  createdAt: at.watched,
  updatedAt: at.watched,
};

const sampleItem = {
  title: "Tidewater answered on a Sunday",
  content: "Wrote at ten, had a fix by breakfast.",
  url: "https://www.reddit.com/r/webdev/comments/1p3vxyz/",
};

export const matchedItem = {
  title: sampleItem.title,
  site,
  place,
  subreddit: "webdev",
  url: sampleItem.url,
  kind: "post" as const,
  createdAt: at.written,
  over18: false,
};

export const redditPost = { ...matchedItem, content: sampleItem.content, author: "quietledger" };

export const notification: NotificationView = {
  _id: ids.notification,
  createdAt: at.matched,
  status: "unread",
  matchedKeyword: "tidewater",
  highlights: [{ keyword: "tidewater", caseSensitive: false, wholeWordOnly: true }],
  watchId: ids.watch,
  watchIds: [ids.watch],
  openedAt: null,
  starredAt: null,
  snoozedUntil: null,
  passage: {
    title: [
      { text: "Tidewater", isHeard: true },
      { text: " answered on a Sunday", isHeard: false },
    ],
    text: [{ text: sampleItem.content, isHeard: false }],
    hasMore: false,
    matchedIn: "shown",
  },
  redditPost,
  elsewhere: [],
};

export const user: UserView = {
  _id: ids.user,
  firstName: "Maya",
  lastName: "Okafor",
  email: "maya@tidewater.example",
  isEmailVerified: true,
  timeZone: "Europe/Berlin",
  emailStatus: "ok",
  subscription: { plan: "pro", status: "active" },
  notificationPreferences: {
    emailNotifications: true,
    emailFrequency: "daily",
    groupStories: true,
    quietHours: { from: "22:00", to: "07:00" },
    digestHour: 8,
    digestDays: [1, 2, 3, 4, 5],
    mutedUntil: null,
    limitBursts: true,
    weeklyReport: false,
  },
  settings: { theme: "dark" },
};

export const device: DeviceView = {
  _id: ids.other,
  userAgent: "Firefox on Linux",
  createdAt: at.signedUp,
  lastSeenAt: at.matched,
  expiresAt: at.nextYear,
  isCurrent: true,
};

export const apiKey: KeyView = {
  _id: ids.other,
  label: "n8n",
  lastFour: "7Kq2",
  scope: "read",
  createdAt: at.watched,
  lastUsedAt: null,
  expiresAt: null,
};

export const subscription: SubscriptionView = {
  plan: "pro",
  status: "active",
  cancelAtPeriodEnd: false,
  currentPeriodEnd: at.nextYear,
  priceId: "yearly",
};

export const delivery: DeliveryView = {
  _id: ids.other,
  slot: "realtime",
  status: "sent",
  reason: null,
  count: 1,
  sentAt: at.sent,
};

/** Result of a bulk change. */
export const undoable = {
  updated: 3,
  undo: { token: "4f6c1a52-9d0b-4f0e-8a57-2f1c6a6f3b11", until: "2026-11-22T14:01:00.000Z" },
};

export const destination = {
  _id: ids.other,
  channel: "webhook" as const,
  label: "n8n",
  address: "https://hooks.example/…",
  isActive: true,
  isDefault: false,
  status: { state: "ok" as const, reason: null, said: null, since: null },
  lastSentAt: null,
  createdAt: at.watched,
};
