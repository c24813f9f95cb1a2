import { stripeSettings } from "@/adapters/stripe/client";
import type { SubscriptionStatusResponse, SubscriptionView, UsageResponse } from "@/contract/subscription";
import { getPlan } from "@/domain/plans/plans";
import { isBillingOn } from "@/env";
import type { Subscription } from "@/generated/prisma/client";
import { type Account, countUsage } from "@/server/accounts/statements/accounts";
import { findMirror } from "./statements/mirror";

type SubscriptionRow = Pick<Subscription, "status" | "cancelAtPeriodEnd" | "currentPeriodEnd" | "priceId">;

/** The last known state. With billing off, all users have Pro permanently. */
export async function getSubscriptionStatus(user: Pick<Account, "id">): Promise<SubscriptionStatusResponse> {
  if (!isBillingOn()) return { isPro: true, subscription: { ...free, plan: "pro" } };
  return subscriptionStatus(await findMirror(user.id));
}

export function subscriptionStatus(row: SubscriptionRow | null): SubscriptionStatusResponse {
  const isPro = getPlan(row?.status ?? null).name === "pro";
  return { isPro, subscription: row !== null && isPro ? view(row) : free };
}

const free: SubscriptionView = {
  plan: "free",
  status: "active",
  cancelAtPeriodEnd: false,
  currentPeriodEnd: null,
  priceId: null,
};

function view(row: SubscriptionRow): SubscriptionView {
  return {
    plan: "pro",
    status: row.status,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    currentPeriodEnd: row.currentPeriodEnd?.toISOString() ?? null,
    priceId: priceIdOf(row.priceId),
  };
}

function priceIdOf(stripePriceId: string | null): SubscriptionView["priceId"] {
  const { prices } = stripeSettings();
  if (stripePriceId === prices.monthly) return "monthly";
  return stripePriceId === prices.yearly ? "yearly" : null;
}

export async function getUsage(user: Account): Promise<UsageResponse> {
  return { ...(await countUsage(user)), keywordLimit: getPlan(user.subscriptionStatus).watchLimit };
}

/** Counts usage after reading the status; otherwise a change could show one plan with another's limit. */
export async function getPlanAndUsage(
  user: Account,
): Promise<{ status: SubscriptionStatusResponse; usage: UsageResponse }> {
  const status = await getSubscriptionStatus(user);
  const subscriptionStatus = status.isPro ? status.subscription.status : null;
  return { status, usage: await getUsage({ ...user, subscriptionStatus }) };
}
