import { freeAddressLimit, freeWatchLimit } from "./plans";

/** What each plan holds, as it is advertised. */
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

/** What an account costs, in three words; without billing nothing. */
export function offerText(hasBilling: boolean): string {
  return hasBilling ? `Free for ${freeWatchLimit} keywords.` : "Everything is included.";
}
/** The answer to a watch too many; the specification's words. */
export const watchLimitText = `You've reached the maximum of ${freeWatchLimit} keywords for free users. Upgrade to Pro for unlimited keyword watches!`;

/** Why an account can't name one more feed. */
export function addressLimitText(most: number): string {
  const more = most === freeAddressLimit ? " (more on Pro)" : "";
  return `You can watch up to ${most} feeds${more}. Remove one first.`;
}

/** Pro's two prices in CAD, by what is sent to buy them. */
export const proPrices = {
  monthly: { amount: "$9.99", unit: "CAD per month" },
  yearly: { amount: "$99.99", unit: "CAD per year" },
} as const;
export type PriceId = keyof typeof proPrices;

export const freePrice = "$0";
export const yearlySaving = "Save 17%";
