import { addressedTitles } from "../delivery/channel-names";
import { formatCount } from "../text/counted";
import {
  freeAddressLimit,
  freeDailyMatches,
  freeRealtimeMs,
  freeThreadLimit,
  freeWatchLimit,
  proAddressLimit,
  proDailyMatches,
  proRealtimeMs,
  proThreadLimit,
} from "./plans";

export const planFeatures = {
  free: [`Up to ${freeWatchLimit} keyword watches`, "Basic notifications", "Email alerts", "Web dashboard"],
  pro: [
    "Unlimited keywords",
    "Real-time notifications",
    "Browser and email alerts",
    "Advanced filters and search",
    "Priority support",
  ],
} as const;

export const proAdditions = [
  `${addressedTitles} and webhooks`,
  "Expressions: OR, NEAR, authors, exclusions",
  `Real-time alerts every ${proRealtimeMs / 1_000} seconds instead of every ${freeRealtimeMs / 60_000} minutes`,
  "Search and filters in your notifications, and saved views",
  `${formatCount(proDailyMatches)} matches a day per keyword instead of ${formatCount(freeDailyMatches)}`,
  `${proThreadLimit} followed threads instead of ${freeThreadLimit}`,
  `${proAddressLimit} places added by URL instead of ${freeAddressLimit}`,
] as const;

export function offerText(hasBilling: boolean): string {
  return hasBilling ? `Free for ${freeWatchLimit} keywords.` : "Everything is included.";
}
export function followLimitText(limit: number, plan: "free" | "pro"): string {
  const upgrade = plan === "free" ? ` With Pro you can follow ${proThreadLimit}.` : "";
  return `You already follow ${limit} threads. Unfollow one first.${upgrade}`;
}

/** Error when a watch exceeds the limit, as specified. */
export const watchLimitText = `You've reached the maximum of ${freeWatchLimit} keywords for free users. Upgrade to Pro for unlimited keyword watches!`;

export function addressLimitText(max: number): string {
  const more = max === freeAddressLimit ? " (more on Pro)" : "";
  return `You can watch up to ${max} places added by URL${more}. Remove one first.`;
}

export const proPrices = {
  monthly: { amount: "$9.99", unit: "CAD per month" },
  yearly: { amount: "$99.99", unit: "CAD per year" },
} as const;
export type PriceId = keyof typeof proPrices;

export const freePrice = "$0";
export const yearlySaving = "Save 17%";
