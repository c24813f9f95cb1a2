import type { Metadata } from "next";
import { env } from "@/env";
import { CancelledScreen } from "@/features/subscription/cancelled-screen";
import { requireUser } from "@/server/http/page-session";

export const metadata: Metadata = { title: "Payment Cancelled" };

export default async function CancelPage() {
  await requireUser();
  return <CancelledScreen supportEmail={env().SUPPORT_EMAIL} />;
}
