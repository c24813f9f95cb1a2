/** What a plan holds; a null limit is unlimited. */
export interface Plan {
  name: "free" | "pro";
  watchLimit: number | null;
  /** How many addresses that people give (feeds) an account's watches name, each counted once. */
  addressLimit: number;
  hasFilters: boolean;
  hasSearch: boolean;
  hasPush: boolean;
  /** Receivers at addresses that people give: webhooks, chats. */
  destinationLimit: number;
  /** From one real-time message to the next on a channel, milliseconds. */
  realtimeEveryMs: number;
}

/** How many watches of a Free account are active at once; the texts that say so are made of it. */
export const freeWatchLimit = 3;

/** The same of the feeds that they name together. */
export const freeAddressLimit = 10;

/** So many matches of a watch are recorded in a day of its user's zone: what is beyond is counted and told of. */
export const freeDailyMatches = 2_000;
export const proDailyMatches = 20_000;

/** Bytes that all watches of an account store per day in its time zone. Further matches are only counted. */
export const freeDailyBytes = 20_000_000;
export const proDailyBytes = 200_000_000;

/** How long what follows a real-time message is gathered, milliseconds; the texts that say so are made of it. */
export const freeRealtimeMs = 15 * 60_000;
export const proRealtimeMs = 10_000;

const free: Plan = {
  name: "free",
  watchLimit: freeWatchLimit,
  addressLimit: freeAddressLimit,
  hasFilters: false,
  hasSearch: false,
  hasPush: false,
  destinationLimit: 0,
  realtimeEveryMs: freeRealtimeMs,
};
const pro: Plan = {
  name: "pro",
  watchLimit: null,
  addressLimit: 200,
  hasFilters: true,
  hasSearch: true,
  hasPush: true,
  destinationLimit: 20,
  realtimeEveryMs: proRealtimeMs,
};

/** The plan of a subscription's status at the payment provider (null: none): active and past due are Pro. */
export function planOf(subscriptionStatus: string | null): Plan {
  return subscriptionStatus === "active" || subscriptionStatus === "past_due" ? pro : free;
}

/** True when one more watch than `count` would pass the plan's limit. */
export function isAtLimit(plan: Plan, count: number): boolean {
  return plan.watchLimit !== null && count >= plan.watchLimit;
}
