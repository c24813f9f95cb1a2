"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import type { SubscriptionView, UsageResponse } from "@/contract/subscription";
import { freePrice, proPrices } from "@/domain/plans/plan-texts";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Notice } from "@/ui/notice";
import { toast } from "@/ui/toast/store";
import { UsageTrio } from "./usage-trio";
import { useBillingAction } from "./use-billing-action";
import { useRefreshSubscription } from "./use-subscription";

const CancelDialog = dynamic(() => import("./cancel-dialog").then((file) => file.CancelDialog));

export function CurrentPlan({
  isPro,
  subscription,
  end,
  usage,
}: {
  isPro: boolean;
  subscription: SubscriptionView;
  end: string | null;
  usage: UsageResponse;
}) {
  const isEnding = subscription.cancelAtPeriodEnd;
  const price = proPrices[subscription.priceId ?? "monthly"];
  return (
    <Card aria-label="Current plan">
      <div className="flex flex-wrap items-center justify-between gap-4 p-4 sm:p-5">
        <div>
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="text-20">{isPro ? "Pro Plan" : "Free Plan"}</h2>
            <Badge look={subscription.status === "active" ? "ok" : "warn"}>
              {subscription.status.replaceAll("_", " ")}
            </Badge>
            {isEnding && <Badge look="warn">{end === null ? "Ending" : `Ends ${end}`}</Badge>}
          </div>
          <p className="mt-1 text-ink-2">{planNote(isPro, isEnding, end)}</p>
        </div>
        <p className="text-24 font-semibold tracking-[-0.03em]">
          {isPro ? price.amount : freePrice}
          {isPro && (
            <span className="ml-1.5 text-14 font-normal tracking-normal text-ink-2">{price.unit}</span>
          )}
        </p>
      </div>
      <UsageTrio usage={usage} isPro={isPro} />
      {isPro && <ProActions isEnding={isEnding} />}
    </Card>
  );
}

function planNote(isPro: boolean, isEnding: boolean, end: string | null): string {
  if (!isPro) return "No card on file.";
  if (isEnding) return end === null ? "No further payments." : `Pro until ${end}, no further payments.`;
  return end === null ? "Renews automatically." : `Next billing date: ${end}`;
}

function ProActions({ isEnding }: { isEnding: boolean }) {
  const [isRequested, setRequested] = useState<boolean | null>(null);
  const { pending, failure, run } = useBillingAction();
  const refresh = useRefreshSubscription();
  // The new state can appear before the request is finished; a click in between would be lost.
  const isChanging = pending.includes("cancelSubscription") || pending.includes("reactivateSubscription");
  const change = (name: "cancelSubscription" | "reactivateSubscription", done: string) =>
    run(name, async () => {
      const sending = api.call(name);
      await Promise.allSettled([sending]);
      await refresh();
      if (!isRateLimited(await sending)) toast({ type: "success", title: done });
      return "stay";
    });
  return (
    <div className="grid gap-3 border-t border-line p-4 sm:px-5">
      <Notice look="bad">{failure}</Notice>
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:w-full">
        {isEnding ? (
          <Button
            look="primary"
            isPending={isChanging}
            onClick={() => void change("reactivateSubscription", "Subscription reactivated")}
          >
            {isChanging ? "Processing..." : "Reactivate Subscription"}
          </Button>
        ) : (
          <Button look="dangerQuiet" isPending={isChanging} onClick={() => setRequested(true)}>
            {isChanging ? "Processing..." : "Cancel Subscription"}
          </Button>
        )}
        <Button isPending={pending.includes("portal")} onClick={() => void run("portal", openPortal)}>
          Manage Billing
          <span className="sr-only"> (opens in a new tab)</span>
        </Button>
      </div>
      {isRequested !== null && (
        <CancelDialog
          isOpen={isRequested}
          onClose={() => setRequested(false)}
          onConfirm={() => {
            setRequested(false);
            void change("cancelSubscription", "Your subscription will end after this billing period");
          }}
        />
      )}
    </div>
  );
}

/** Open the tab during the click, because browsers block popups opened after a response. */
async function openPortal(): Promise<"stay"> {
  const tab = window.open("", "_blank");
  if (tab !== null) tab.opener = null;
  try {
    const response = await api.call("openBillingPortal");
    if (isRateLimited(response)) tab?.close();
    else if (tab === null) location.assign(response.url);
    else tab.location.replace(response.url);
  } catch (error) {
    tab?.close();
    throw error;
  }
  return "stay";
}
