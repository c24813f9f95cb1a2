"use client";

import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { SubscriptionStatusAnswer, UsageAnswer } from "@/contract/subscription";
import { formatBillingDate } from "@/domain/billing-date";
import { counted } from "@/domain/counted";
import { freeWatchLimit } from "@/domain/plans";
import { Badge } from "@/ui/badge";
import { Notice } from "@/ui/notice";
import { PageHead } from "@/ui/page-head";
import { CurrentPlan } from "./current-plan";
import { PlanChoice } from "./plan-choice";
import { Questions } from "./questions";
import { useSubscription } from "./use-subscription";

/** The plan, what is used of it, and the way up or out. */
export function SubscriptionScreen({
  served,
  timeZone,
}: {
  served: { status: SubscriptionStatusAnswer; usage: UsageAnswer };
  timeZone: string;
}) {
  const { isPro, subscription, usage } = useSubscription(served);
  const { currentPeriodEnd } = subscription;
  const end = currentPeriodEnd === null ? null : formatBillingDate(new Date(currentPeriodEnd), timeZone);
  return (
    <>
      <PageHead
        title={
          <span className="flex flex-wrap items-center gap-3">
            Subscription
            {isPro && (
              <Badge look="accent" className="tracking-normal">
                Pro Member
              </Badge>
            )}
          </span>
        }
        sub={isPro ? "Your plan and what you use." : "Your plan, what you use, and what more would cost."}
      />
      {isPro && subscription.status === "past_due" && (
        <Notice look="warn">
          <b>Your last payment failed.</b> Update your card under Manage Billing to keep Pro.
        </Notice>
      )}
      {isPro && subscription.cancelAtPeriodEnd && (
        <Notice look="warn" icon={TriangleAlert}>
          <b>
            Your subscription ends {end === null ? "at the end of the current billing period" : `on ${end}`}.
          </b>{" "}
          Until then you keep everything Pro has. Nothing is deleted afterwards.
        </Notice>
      )}
      {usage.pausedByPlan > 0 && <PausedByPlan count={usage.pausedByPlan} isPro={isPro} />}
      <CurrentPlan isPro={isPro} subscription={subscription} end={end} usage={usage} />
      <PlanChoice isPro={isPro} paid={subscription.priceId} />
      <Questions />
    </>
  );
}

function PausedByPlan({ count, isPro }: { count: number; isPro: boolean }) {
  const paused = `${counted(count, "watch is", "watches are")} paused`;
  return (
    <Notice look={isPro ? "accent" : "neutral"}>
      {isPro ? (
        <>
          <b>{paused} since your last Pro plan ended.</b> There is room again:{" "}
          <Link href="/keywords">wake them on the Keywords screen</Link>.
        </>
      ) : (
        <>
          <b>{paused} since your Pro plan ended.</b> Your {freeWatchLimit} oldest stay active; the others are
          kept and start again with Pro.
        </>
      )}
    </Notice>
  );
}
