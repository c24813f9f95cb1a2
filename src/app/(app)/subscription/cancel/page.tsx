import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getPlan } from "@/domain/plans/plans";
import { env, isBillingOn } from "@/env";
import { CancelledScreen } from "@/features/subscription/cancelled-screen";
import { requireUser } from "@/server/http/page-session";

export const metadata: Metadata = { title: "Payment Cancelled" };

export default async function CancelPage() {
  const { subscriptionStatus } = await requireUser();
  // The checkout can be open in two tabs, and paid in the other.
  if (!isBillingOn() || getPlan(subscriptionStatus).name === "pro") redirect("/subscription");
  return <CancelledScreen supportEmail={env().SUPPORT_EMAIL} />;
}
