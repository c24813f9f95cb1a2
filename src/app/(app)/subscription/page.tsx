import type { Metadata } from "next";
import { isBillingOn } from "@/env";
import { SubscriptionScreen } from "@/features/subscription/subscription-screen";
import { requireUser } from "@/server/http/page-session";
import { getSubscriptionStatus, getUsage } from "@/server/billing/subscriptions";

export const metadata: Metadata = { title: "Subscription" };

export default async function SubscriptionPage() {
  const user = await requireUser();
  const [status, usage] = await Promise.all([getSubscriptionStatus(user), getUsage(user)]);
  return (
    <SubscriptionScreen served={{ status, usage }} timeZone={user.timeZone} hasBilling={isBillingOn()} />
  );
}
