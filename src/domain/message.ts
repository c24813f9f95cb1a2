import type { ChannelWord } from "./channel-names";
import type { Spike } from "./spike";

/** A keyword as it is to be marked. */
interface Highlight {
  keyword: string;
  caseSensitive: boolean;
  wholeWordOnly: boolean;
  isPrefix?: true;
}

/** An item with what heard it. */
export interface HeardItem {
  fullname: string;
  kind: "post" | "comment";
  /** As people write it. */
  place: string;
  /** What its link says of where it leads; null: nothing. */
  where: string | null;
  title: string;
  /** Markdown, which nobody parses here; null below: not rendered yet. */
  content: string;
  text: string | null;
  linkedText: string | null;
  url: string;
  /** As people write them there. */
  author: string | null;
  over18: boolean;
  heardAt: Date;
  heard: { keyword: string; highlights: Highlight[] }[];
  /** Where else its story stands: its places as people write them; absent or empty: nowhere. */
  elsewhere?: readonly { place: string; url: string }[];
}

/** What an alert or a digest tells: how many items in all, by which keywords, and the newest of them. */
export interface AlertContent {
  /** Items, each counted once, and a story once. */
  total: number;
  /** The slowest among it. */
  rhythm: "realtime" | "hourly" | "daily";
  keywords: {
    keyword: string;
    count: number;
    /** Some of it waited because there were many messages just before. */
    isFolded: boolean;
    /** A watch of it has more matches a day than anybody reads. */
    isNoisy?: boolean;
    /** Where it is muted until tomorrow; absent: nowhere. */
    muteUrl?: string;
  }[];
  items: readonly HeardItem[];
  /** Some of it waited for the end of quiet hours. */
  isAfterQuiet?: boolean;
}

/** Whom an alert is for, and the address by which they stop it. */
export interface Reader {
  email: string;
  timeZone: string;
  unsubscribeUrl: string;
}

/** What one line says: how many clips are unread, and the newest of them. */
export interface News {
  total: number;
  /** The newest that is carried, read or not: the same for every repetition. */
  notificationId: string;
  keyword: string;
  /** As people write it; of a story all of them. */
  place: string;
  title: string;
  over18: boolean;
  /** Some of it waited because there were many messages just before. */
  isFolded?: boolean;
  /** Some of it waited for the end of quiet hours. */
  isAfterQuiet?: boolean;
}

/**
 * The emails about the account itself: confirm an address, choose a new password, set up an account after an invitation,
 * confirm a new address; and notices that someone entered an address that has an account, or that the password or the address
 * was changed.
 */
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

/**
 * Emails to addresses that the sender's user might not own. Their deliveries are hidden from that user, because they would
 * reveal whether the address has an account or refuses email.
 */
export const addressTemplates: readonly AccountTemplate[] = ["email", "address-taken"];

/** The templates of the mail that says that an account is deleted: alone, or with the Pro that it had. */
export const partingTemplates = ["account-deleted", "account-and-pro-deleted"] as const;
export type PartingTemplate = (typeof partingTemplates)[number];

/** How an account was opened, and where whoever didn't do it deletes it. */
export interface Registration {
  timeZone: string;
  at: Date;
  /** What the browser called itself. */
  with: string | null;
  declineUrl: string;
}

/** A watch that heard more in a day than is recorded of it. */
export interface DayOverflow {
  keyword: string;
  /** Of its account's zone, '2026-11-21'. */
  day: string;
  /** So many are recorded. */
  recorded: number;
}

/** A day on which an account reached its text limit. */
export interface TextOverflow {
  /** In its account's zone, '2026-11-21'. */
  day: string;
  /** The plan's limit. */
  megabytes: number;
}

/** A destination that was switched off by what its receiver said. */
export interface DestinationOff {
  channel: ChannelWord;
  label: string | null;
  reason: string | null;
  /** A stranger's words. */
  failure: string | null;
}

/** An API key that was just made. */
export interface NewKey {
  label: string;
  scope: string;
  lastFour: string;
  createdAt: Date;
}

/** Of a week, and of the one before it. */
interface Compared {
  count: number;
  before: number;
}

/** What a week brought its user, and what of it was missed; each list is short, the most first. */
export interface WeekContent {
  from: Date;
  to: Date;
  /** Clips, each counted once. */
  total: Compared;
  opened: number;
  starred: number;
  /** `opened`: of its matches of the week; `watchId`: a watch that hears it, null where that is gone. */
  keywords: readonly (Compared & { keyword: string; opened: number; watchId: string | null })[];
  /** By the names that people write. */
  places: readonly (Compared & { place: string })[];
  /** `at`: when it was first heard of. */
  threads: readonly { place: string; title: string; url: string; count: number; at: Date }[];
  /** Half of the matches were found as soon after the writing, seconds; null: nothing was heard. */
  delay: number | null;
  /** Of the time of all places that are listened to, how much was read, 0 to 1; null: there are none. */
  readShare: number | null;
  /** Places that were not read at the end of the week; `reason`: what is known of why, as a sentence without its end. */
  unread: readonly { place: string; since: Date; reason: string | null }[];
  gaps: readonly { place: string; fromAt: Date; toAt: Date; isFilled: boolean }[];
  overflows: readonly { keyword: string; day: string; missed: number }[];
  /** Destinations that messages failed to get to; `failure`: a stranger's words. */
  failures: readonly { name: string; count: number; failure: string | null }[];
}

/** A day on which a watch heard far more than usual. */
export interface SpikeContent {
  watchId: string;
  keyword: string;
  spike: Spike;
}

/** What a message is made of; which template is the delivery's word, so one that nobody knows can get here. */
export type Message =
  | { about: "matches"; content: AlertContent; reader: Reader; now: Date }
  | { about: "test"; reader: Reader; now: Date }
  | {
      about: "account";
      template: string;
      to: string;
      token: string;
      registration: Registration;
      /** Stops emails to the address; absent: the address is confirmed. */
      refusalUrl?: string;
      /** Of one about a new password: what goes on getting matches beside the account's address. */
      stays?: readonly Pick<DestinationOff, "channel" | "label">[];
    }
  | { about: "plan"; template: string; to: string }
  /** Its address is put in when it is sent. */
  | { about: "parting"; template: PartingTemplate }
  | { about: "overflow"; overflow: DayOverflow; to: string }
  | { about: "text"; overflow: TextOverflow; to: string }
  | { about: "off"; off: DestinationOff; to: string }
  | { about: "week"; week: WeekContent; reader: Reader }
  | { about: "spike"; content: SpikeContent; reader: Reader }
  | { about: "key"; key: NewKey; timeZone: string; to: string }
  | { about: "news"; news: News };

/** Items in one message; the rest is counted. */
export const mostMessageItems = 50;
