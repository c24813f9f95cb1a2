import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { env, isBillingOn } from "@/env";
import { CancelledScreen } from "@/features/subscription/cancelled-screen";
import { requireUser } from "@/server/http/page-session";

export const metadata: Metadata = { title: "Payment Cancelled" };

export default async function CancelPage() {
  await requireUser();
  if (!isBillingOn()) redirect("/subscription");
  return <CancelledScreen supportEmail={env().SUPPORT_EMAIL} />;
}
