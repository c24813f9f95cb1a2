import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { env, isBillingOn } from "@/env";
import { SuccessScreen } from "@/features/subscription/success-screen";
import { requireUser } from "@/server/http/page-session";

export const metadata: Metadata = { title: "Your payment" };

export default async function SuccessPage({ searchParams }: PageProps<"/subscription/success">) {
  await requireUser();
  if (!isBillingOn()) redirect("/subscription");
  const { session_id: sessionId } = await searchParams;
  return (
    <SuccessScreen
      sessionId={typeof sessionId === "string" && sessionId !== "" ? sessionId : null}
      supportEmail={env().SUPPORT_EMAIL}
    />
  );
}
