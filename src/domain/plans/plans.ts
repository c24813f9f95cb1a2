/** The limits of a plan. Null is unlimited. */
export interface Plan {
  name: "free" | "pro";
  watchLimit: number | null;
  /** Maximum followed threads. They don't count as watches. */
  threadLimit: number;
  /** Maximum distinct feeds (user-supplied URLs) in an account's watches. */
  addressLimit: number;
  hasFilters: boolean;
  hasSearch: boolean;
  hasPush: boolean;
  /** Maximum destinations with user-supplied URLs: webhooks, chats. */
  destinationLimit: number;
  /** Minimum time between real-time messages on a channel (ms). */
  realtimeEveryMs: number;
}

export const freeWatchLimit = 3;

export const freeThreadLimit = 3;
export const proThreadLimit = 100;

export const freeAddressLimit = 10;
export const proAddressLimit = 200;

/** Maximum recorded matches per watch and day in its user's zone. Further ones are only counted. */
export const freeDailyMatches = 2_000;
export const proDailyMatches = 20_000;

/** Bytes that all watches of an account store per day in its time zone. Further matches are only counted. */
export const freeDailyBytes = 20_000_000;
export const proDailyBytes = 200_000_000;

/** Time for collecting matches after a real-time message (ms). The texts use these constants. */
export const freeRealtimeMs = 15 * 60_000;
export const proRealtimeMs = 10_000;

const free: Plan = {
  name: "free",
  watchLimit: freeWatchLimit,
  threadLimit: freeThreadLimit,
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
  threadLimit: proThreadLimit,
  addressLimit: proAddressLimit,
  hasFilters: true,
  hasSearch: true,
  hasPush: true,
  destinationLimit: 20,
  realtimeEveryMs: proRealtimeMs,
};

export function getPlan(subscriptionStatus: string | null): Plan {
  return subscriptionStatus === "active" || subscriptionStatus === "past_due" ? pro : free;
}

export function isAtLimit(plan: Plan, count: number): boolean {
  return plan.watchLimit !== null && count >= plan.watchLimit;
}
