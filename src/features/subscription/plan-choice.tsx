"use client";

import { Check } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { api } from "@/browser/api";
import { AppError } from "@/contract/errors";
import { isRateLimited } from "@/browser/rate-limit";
import {
  freePrice,
  planFeatures,
  proAdditions,
  proPrices,
  yearlySaving,
  type PriceId,
} from "@/domain/plans/plan-texts";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Notice } from "@/ui/notice";
import { Segmented } from "@/ui/segmented";
import { useBillingAction } from "./use-billing-action";
import { useRefreshSubscription } from "./use-subscription";

export function PlanChoice({
  isPro,
  paid,
  period = "monthly",
}: {
  isPro: boolean;
  paid: PriceId | null;
  period?: PriceId;
}) {
  const [chosen, setPriceId] = useState<PriceId>(period);
  const priceId = paid ?? chosen;
  const price = proPrices[priceId];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-20">{isPro ? "Plans" : "Choose a plan"}</h2>
        {!isPro && (
          <Segmented
            legend="Billing period"
            name="billing"
            value={priceId}
            options={[
              { value: "monthly", label: "Monthly" },
              {
                value: "yearly",
                label: (
                  <>
                    Yearly <Badge look="ok">{yearlySaving}</Badge>
                  </>
                ),
              },
            ]}
            onValueChange={setPriceId}
          />
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-[1fr_1.2fr]">
        <Plan
          name="Free"
          badge={!isPro && <Badge>Your plan</Badge>}
          price={freePrice}
          features={planFeatures.free}
        />
        <Plan
          name="Pro"
          isPro
          badge={
            isPro ? <Badge>Your plan</Badge> : priceId === "yearly" && <Badge look="ok">{yearlySaving}</Badge>
          }
          price={price.amount}
          unit={price.unit}
          features={planFeatures.pro}
          additions={proAdditions}
        >
          {!isPro && <Upgrade priceId={priceId} />}
        </Plan>
      </div>
    </>
  );
}

function Plan({
  name,
  isPro = false,
  badge,
  price,
  unit,
  features,
  additions,
  children,
}: {
  name: string;
  isPro?: boolean;
  badge: ReactNode;
  price: string;
  unit?: string;
  features: readonly string[];
  additions?: readonly string[];
  children?: ReactNode;
}) {
  return (
    <Card
      aria-label={`${name} plan`}
      className={`flex flex-col gap-5 p-5 sm:p-6 ${isPro ? "border-accent! ring-1 ring-accent" : ""}`}
    >
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h3 className="text-20">{name}</h3>
        {badge}
      </div>
      <p className="text-40 leading-none font-semibold tracking-[-0.04em]">
        {price}
        {unit !== undefined && (
          <span className="ml-1.5 text-14 font-normal tracking-normal text-ink-2">{unit}</span>
        )}
      </p>
      <Ticks texts={features} />
      {additions !== undefined && (
        <div className="grid gap-2.5 border-t border-line pt-4 text-13">
          <h4 className="font-semibold tracking-normal text-ink-2">What Pro adds</h4>
          <Ticks texts={additions} />
        </div>
      )}
      {children}
    </Card>
  );
}

function Ticks({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="grid gap-2.5">
      {texts.map((text) => (
        <li key={text} className="flex items-start gap-2.5 text-ink-2">
          <Check className="mt-[calc((1lh-1rem)/2)] size-4 flex-none text-ok" />
          {text}
        </li>
      ))}
    </ul>
  );
}

function Upgrade({ priceId }: { priceId: PriceId }) {
  const { pending, failure, run, reset } = useBillingAction();
  const refresh = useRefreshSubscription();
  // Reset the button if the back/forward cache restores the page after checkout.
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && reset();
    window.addEventListener("pageshow", comeBack);
    return () => window.removeEventListener("pageshow", comeBack);
  });
  const upgrade = () =>
    run("checkout", async () => {
      try {
        const response = await api.call("openCheckout", { body: { priceId } });
        if (isRateLimited(response)) return "stay";
        location.assign(response.url);
        return "leave";
      } catch (error) {
        if (error instanceof AppError && error.code === "ALREADY_SUBSCRIBED") await refresh();
        throw error;
      }
    });
  const isPending = pending.length > 0;
  return (
    <div className="mt-auto grid gap-3">
      <Notice look="bad">{failure}</Notice>
      <Button look="primary" size="lg" isBlock isPending={isPending} onClick={() => void upgrade()}>
        {isPending ? "Processing..." : "Upgrade to Pro"}
      </Button>
    </div>
  );
}
