import type * as z from "../zod";
import type { nouns } from "./nouns";

type Nouns = typeof nouns;
type Named = { [Noun in keyof Nouns]: Nouns[Noun]["operations"] }[keyof Nouns];
type Merged = Named extends infer Each ? (Each extends unknown ? (one: Each) => void : never) : never;
/** All operations by name with their schemas. */
type Known = Merged extends (all: infer All) => void ? All : never;

type Taken<One, Part extends "query" | "body"> = One extends { [Key in Part]: infer Shape extends z.ZodType }
  ? { [Key in Part]?: z.input<Shape> }
  : unknown;

/**
 * Sample requests in the reference. Values that only the caller knows are shell variables such as "$ADDRESS".
 */
type Examples = {
  readonly [Name in keyof Known]?: Taken<Known[Name], "query"> &
    Taken<Known[Name], "body"> & { path?: Readonly<Record<string, string>> };
};

type Responded<One> = One extends { response: infer Shape extends z.ZodType } ? z.output<Shape> : never;

/** Sample responses to these requests. */
export type Samples = { readonly [Name in keyof Known]?: Responded<Known[Name]> };

const person = { email: "maya@tidewater.example", password: "Listen-2026" };
const watch = {
  keyword: "tidewater",
  expression: "tidewater -virginia -jobs",
  places: [{ site: "reddit", name: "webdev" }],
};
const notificationId = "0199f3c2-6d1e-7c4a-9b0f-2a5d8e7c1f34";
const endpoint = "$ENDPOINT";

export const examples: Examples = {
  listWatches: { query: { limit: "20", q: "tide" } },
  createWatch: { body: { ...watch, lookBack: true } },
  updateWatch: { body: { tags: ["brand"], filters: { wholeWordOnly: true } } },
  setWatchesActive: { body: { isActive: false } },
  deleteWatches: { body: { ids: ["01999999-9999-7999-8999-999999999999"] } },
  previewWatch: { body: watch },
  previewKeyword: { body: { keyword: "tidewater" } },
  previewChange: { body: { expression: "tidewater -virginia" } },
  getReceipt: {},
  suggestWatches: { body: { text: "tidewater.example" } },
  parseExpression: { body: { expression: "tidewater -virginia -jobs" } },
  importWatches: { body: { text: "tidewater\ntidewater crm -jobs", commit: false } },
  explainLink: { body: { url: "$LINK" } },

  listNotifications: { query: { status: "all", limit: "20" } },
  listNotificationGroups: { query: { status: "unread", limit: "5" } },
  listNotificationChoices: { query: { of: "keyword", q: "tide" } },
  exportNotifications: { query: { format: "csv", status: "all" } },
  openExport: { body: { format: "csv" } },
  createSavedView: { body: { name: "Starred questions", filters: { status: "starred" } } },
  markSelectedUnread: { body: { ids: [notificationId] } },
  starSelected: { body: { ids: [notificationId] } },
  snoozeNotification: { body: { until: "2027-01-04T08:00:00Z" } },
  snoozeSelected: { body: { ids: [notificationId], until: "2027-01-04T08:00:00Z" } },
  unstarSelected: { body: { ids: [notificationId] } },
  listNews: { query: { since: "2026-11-22T14:00:00Z" } },
  getNotificationStats: { query: { tz: "Europe/Berlin" } },
  markSelectedRead: { body: { all: true } },
  archiveSelected: { body: { all: true, status: "read" } },
  deleteSelected: { body: { all: true, status: "archived" } },

  createKey: { body: { label: "n8n", scope: "read" } },

  callMcp: { body: { jsonrpc: "2.0", id: 1, method: "tools/list" } },

  createDestination: { body: { channel: "webhook", address: "$ADDRESS", label: "n8n" } },
  updateDestination: { body: { isDefault: true } },

  validateSubreddit: { path: { name: "webdev" } },
  searchSubreddits: { query: { q: "web" } },
  validatePlace: { query: { site: "reddit", name: "webdev" } },
  searchPlaces: { query: { site: "reddit", q: "web" } },

  updateProfile: { body: { firstName: "Maya", timeZone: "Europe/Berlin" } },
  deleteAccount: { body: { password: person.password } },
  changePassword: { body: { currentPassword: person.password, password: "Listen-2027" } },
  changeEmail: { body: { currentPassword: person.password, email: "maya@lantern.example" } },
  updateNotificationPreferences: {
    body: { emailFrequency: "daily", quietHours: { from: "22:00", to: "07:00" } },
  },
  updateSettings: { body: { theme: "dark" } },

  register: { body: { ...person, firstName: "Maya", lastName: "Okafor" } },
  login: { body: person },
  refresh: { body: { refreshToken: "$REFRESH_TOKEN" } },
  logout: { body: { refreshToken: "$REFRESH_TOKEN" } },
  resendVerification: { body: { email: person.email } },
  forgotPassword: { body: { email: person.email } },
  resetPassword: { body: { token: "$TOKEN", password: "Listen-2027" } },

  savePushSubscription: { body: { endpoint, keys: { p256dh: "$P256DH", auth: "$AUTH" } } },
  deletePushSubscription: { body: { endpoint } },

  openCheckout: { body: { priceId: "yearly" } },
  syncCheckout: { body: { sessionId: "$SESSION_ID" } },
};
