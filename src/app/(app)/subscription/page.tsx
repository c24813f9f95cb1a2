import type { Metadata } from "next";
import { isBillingOn } from "@/env";
import { SubscriptionScreen } from "@/features/subscription/subscription-screen";
import { requireUser } from "@/server/http/page-session";
import { getPlanAndUsage } from "@/server/billing/subscriptions";

export const metadata: Metadata = { title: "Subscription" };

type Search = Promise<{ period?: string | string[] }>;

export default async function SubscriptionPage({ searchParams }: { searchParams: Search }) {
  const user = await requireUser();
  const { period } = await searchParams;
  const served = await getPlanAndUsage(user);
  return (
    <SubscriptionScreen
      served={served}
      timeZone={user.timeZone}
      hasBilling={isBillingOn()}
      period={period === "yearly" ? "yearly" : "monthly"}
    />
  );
}
