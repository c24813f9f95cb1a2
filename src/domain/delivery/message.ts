import type { ChannelWord } from "./channel-names";
import { overflowNotice, textNotice } from "./day-overflow";
import { type Spike, spikeNotice } from "./spike";
import type { ReceiptNumbers } from "../text/receipt-text";
import { weeklyReport } from "./weekly-report";

interface Highlight {
  keyword: string;
  caseSensitive: boolean;
  wholeWordOnly: boolean;
  isPrefix?: true;
}

export interface MatchedItem {
  fullname: string;
  kind: "post" | "comment";
  place: string;
  /** Description of the link's target, or null. */
  where: string | null;
  title: string;
  /** Markdown, not parsed here. The fields below are null until it is rendered. */
  content: string;
  text: string | null;
  linkedText: string | null;
  url: string;
  author: string | null;
  over18: boolean;
  matchedAt: Date;
  matches: { keyword: string; highlights: Highlight[] }[];
  /** Other places with the same story. Absent or empty: none. */
  elsewhere?: readonly { place: string; url: string }[];
}

/** Content of an alert or digest: counts per keyword and the latest items. */
export interface AlertContent {
  /** Number of items. Each item and each story counts once. */
  total: number;
  /** The slowest frequency of these matches. */
  frequency: "realtime" | "hourly" | "daily";
  keywords: {
    keyword: string;
    count: number;
    /** Some matches were delayed because many messages were sent shortly before. */
    isInDigest: boolean;
    /** A watch with this keyword has more matches per day than anyone reads. */
    isNoisy?: boolean;
    /** URL for muting it until tomorrow, if available. */
    muteUrl?: string;
  }[];
  items: readonly MatchedItem[];
  /** Some matches were deferred by quiet hours. */
  isAfterQuiet?: boolean;
}

export interface Reader {
  email: string;
  timeZone: string;
  unsubscribeUrl: string;
}

/** Content of a one-line message: the number of unread mentions and the latest one. */
export interface News {
  total: number;
  /** The latest mention in the message, read or unread. Identical for all attempts. */
  notificationId: string;
  keyword: string;
  place: string;
  title: string;
  over18: boolean;
  isInDigest?: boolean;
  isAfterQuiet?: boolean;
}

/** "email": confirm a new address. "address-taken": the entered address already has an account. */
export const accountTemplates = [
  "verify",
  "reset",
  "invite",
  "email",
  "address-taken",
  "password-changed",
  "address-changed",
] as const;
export type AccountTemplate = (typeof accountTemplates)[number];

/** Deliveries are hidden from the user: they would reveal whether the address has an account. */
export const addressTemplates: readonly AccountTemplate[] = ["email", "address-taken"];

export const partingTemplates = ["account-deleted", "account-and-pro-deleted"] as const;
export type PartingTemplate = (typeof partingTemplates)[number];

/** Account emails without a link that expires. Many can be due at the same time, and users can turn them off. */
export const optionalTemplates: readonly string[] = [weeklyReport, spikeNotice, overflowNotice, textNotice];

export interface Registration {
  timeZone: string;
  at: Date;
  with: string | null;
  declineUrl: string;
}

export interface DayOverflow {
  keyword: string;
  /** In the account's zone, '2026-11-21'. */
  day: string;
  recorded: number;
}

export interface TextOverflow {
  day: string;
  megabytes: number;
}

/** A destination that was turned off because of its receiver's responses. */
export interface DestinationOff {
  channel: ChannelWord;
  label: string | null;
  reason: string | null;
  /** Untrusted text. */
  failure: string | null;
}

export interface NewKey {
  label: string;
  scope: string;
  lastFour: string;
  createdAt: Date;
}

interface Compared {
  count: number;
  before: number;
}

/** A user's weekly report: matches and omissions. Lists are short and sorted by count, highest first. */
export interface WeekContent {
  from: Date;
  to: Date;
  /** Mentions, each counted once. */
  total: Compared;
  opened: number;
  starred: number;
  /** `opened`: opened matches of the week. `watchId`: a watch with this keyword, null if deleted. */
  keywords: readonly (Compared & { keyword: string; opened: number; watchId: string | null })[];
  /** Keywords with matches in the week, listed or not. */
  keywordCount: number;
  places: readonly (Compared & { place: string })[];
  /** `at`: time of the first match. */
  threads: readonly { place: string; title: string; url: string; count: number; at: Date }[];
  /** Median delay from creation to detection (s). Null without matches. */
  delay: number | null;
  /** Share of time during which watched places were read, 0 to 1. Null without places. */
  readShare: number | null;
  /**
   * Places unread at the end of the week. `reason`: the known cause, as a sentence without a period. `isOff`:
   * the operator turned the site off.
   */
  unread: readonly { place: string; since: Date; reason: string | null; isOff?: boolean }[];
  /** By place: the number of gaps, the start of the first and the end of the last. */
  gaps: readonly { place: string; fromAt: Date; toAt: Date; count: number; isFilled: boolean }[];
  overflows: readonly { keyword: string; day: string; missed: number }[];
  /** Destinations with failed messages. `failure` is untrusted text. */
  failures: readonly { name: string; count: number; failure: string | null }[];
  /** The sums of the week's receipts, by UTC days. */
  receipt: ReceiptNumbers;
}

export interface SpikeContent {
  watchId: string;
  keyword: string;
  spike: Spike;
}

/** The data for a message. The delivery's template can be unknown. */
export type Message =
  | { about: "matches"; content: AlertContent; reader: Reader; now: Date }
  | { about: "test"; reader: Reader; now: Date }
  | {
      about: "account";
      template: string;
      to: string;
      token: string;
      registration: Registration;
      /** Stops emails to the address. Absent if the address is confirmed. */
      refusalUrl?: string;
      /** For password emails: destinations that still receive matches besides the account's address. */
      stays?: readonly Pick<DestinationOff, "channel" | "label">[];
    }
  | { about: "plan"; template: string; to: string }
  /** The address is added when it is sent. */
  | { about: "parting"; template: PartingTemplate }
  | { about: "overflow"; overflow: DayOverflow; to: string }
  | { about: "text"; overflow: TextOverflow; to: string }
  | { about: "off"; off: DestinationOff; to: string }
  | { about: "week"; week: WeekContent; reader: Reader }
  | { about: "spike"; content: SpikeContent; reader: Reader }
  | { about: "key"; key: NewKey; timeZone: string; to: string }
  | { about: "news"; news: News };

/** Maximum items per message. Further items are only counted. */
export const maxMessageItems = 50;
