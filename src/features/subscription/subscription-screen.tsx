"use client";

import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { SubscriptionStatusResponse, UsageResponse } from "@/contract/subscription";
import { formatBillingDate } from "@/domain/time/billing-date";
import { counted } from "@/domain/text/counted";
import type { PriceId } from "@/domain/plans/plan-texts";
import { freeWatchLimit } from "@/domain/plans/plans";
import { Badge } from "@/ui/badge";
import { Card } from "@/ui/card";
import { Notice } from "@/ui/notice";
import { PageHead } from "@/ui/page-head";
import { CurrentPlan } from "./current-plan";
import { PlanChoice } from "./plan-choice";
import { Faq } from "./faq";
import { UsageTrio } from "./usage-trio";
import { useSubscription } from "./use-subscription";

export function SubscriptionScreen({
  served,
  timeZone,
  hasBilling,
  period = "monthly",
}: {
  served: { status: SubscriptionStatusResponse; usage: UsageResponse };
  timeZone: string;
  hasBilling: boolean;
  period?: PriceId;
}) {
  const { isPro, subscription, usage } = useSubscription(served);
  if (!hasBilling) return <Included usage={usage} />;
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
        sub={isPro ? "Your plan and usage." : "Your plan, your usage, and your upgrade options."}
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
          You&apos;ll keep all Pro features until then, and you won&apos;t lose any data.
        </Notice>
      )}
      {usage.pausedByPlan > 0 && <PausedByPlan count={usage.pausedByPlan} isPro={isPro} />}
      <CurrentPlan isPro={isPro} subscription={subscription} end={end} usage={usage} />
      <PlanChoice isPro={isPro} paid={subscription.priceId} period={period} />
      <Faq />
    </>
  );
}

function Included({ usage }: { usage: UsageResponse }) {
  return (
    <>
      <PageHead title="Subscription" sub="Your plan and usage." />
      {usage.pausedByPlan > 0 && <PausedByPlan count={usage.pausedByPlan} isPro />}
      <Card aria-labelledby="included">
        <div className="p-4 sm:p-5">
          <h2 id="included" className="text-20">
            Everything is included
          </h2>
          <p className="mt-1 text-ink-2">
            Every feature is included on this server: unlimited keywords, email and browser alerts, advanced
            filters and search.
          </p>
        </div>
        <UsageTrio usage={usage} isPro />
      </Card>
    </>
  );
}

function PausedByPlan({ count, isPro }: { count: number; isPro: boolean }) {
  const paused = `${counted(count, "watch has", "watches have")} been paused`;
  return (
    <Notice look={isPro ? "accent" : "neutral"}>
      {isPro ? (
        <>
          <b>{paused} since your Pro plan ended.</b> You can{" "}
          <Link href="/keywords">resume them on the Keywords screen</Link>.
        </>
      ) : (
        <>
          <b>{paused} since your Pro plan ended.</b> Free includes {freeWatchLimit} active watches. While you
          have fewer, you can <Link href="/keywords">resume others on the Keywords screen</Link>. Upgrade to
          Pro to resume all of them.
        </>
      )}
    </Notice>
  );
}
