import { stripeSettings } from "@/adapters/stripe/client";
import type { SubscriptionStatusResponse, SubscriptionView, UsageResponse } from "@/contract/subscription";
import { planOf } from "@/domain/plans";
import { isBillingOn } from "@/env";
import type { Subscription } from "@/generated/prisma/client";
import { pool, prisma } from "@/server/platform/database";
import { type Account, countUsage } from "@/server/accounts/statements/accounts";

type SubscriptionRow = Pick<Subscription, "status" | "cancelAtPeriodEnd" | "currentPeriodEnd" | "priceId">;

/** What the payment provider last said of the user's subscription; where nothing is sold everybody has Pro without an end. */
export async function getSubscriptionStatus(user: Pick<Account, "id">): Promise<SubscriptionStatusResponse> {
  if (!isBillingOn()) return { isPro: true, subscription: { ...free, plan: "pro" } };
  return subscriptionStatus(
    await prisma().subscription.findUnique({
      where: { userId: user.id },
      select: { status: true, cancelAtPeriodEnd: true, currentPeriodEnd: true, priceId: true },
    }),
  );
}

/** The answer for a mirrored subscription; without one that makes its owner Pro it is the Free plan's. */
export function subscriptionStatus(row: SubscriptionRow | null): SubscriptionStatusResponse {
  const isPro = planOf(row?.status ?? null).name === "pro";
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

/** What of the plan's limits the user takes up. */
export async function getUsage(user: Account): Promise<UsageResponse> {
  const { watches, notifications, pausedByPlan } = await countUsage(pool(), user);
  const { watchLimit } = planOf(user.subscriptionStatus);
  return {
    keywordCount: watches,
    keywordLimit: watchLimit,
    notificationCount: notifications,
    pausedByPlan,
  };
}

/**
 * Both for one screen, of one moment: what is used is counted after the status was read, and by its plan. A payment or an end that
 * comes in between would else show one plan and the limit of the other.
 */
export async function getPlanAndUsage(
  user: Account,
): Promise<{ status: SubscriptionStatusResponse; usage: UsageResponse }> {
  const status = await getSubscriptionStatus(user);
  const subscriptionStatus = status.isPro ? status.subscription.status : null;
  return { status, usage: await getUsage({ ...user, subscriptionStatus }) };
}
