import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { freePrice, planFeatures, proAdditions, proPrices, yearlySaving } from "@/domain/plans/plan-texts";
import { freeWatchLimit } from "@/domain/plans/plans";
import { Badge } from "@/ui/badge";
import { ButtonLink } from "@/ui/button-link";
import { sectionTitle, wide } from "./measures";

/** Both plans. The billing period toggle uses radio buttons and CSS, so it works without JavaScript. */
export function Pricing({ isOpen }: { isOpen: boolean }) {
  const wayIn = isOpen ? "/register" : "/login";
  return (
    <section
      id="pricing"
      aria-labelledby="pricing-heading"
      className="group scroll-mt-16 border-y border-line bg-surface"
    >
      <div
        className={`${wide} grid gap-8 py-16 sm:py-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,2.5fr)] lg:gap-12`}
      >
        <div>
          <h2 id="pricing-heading" className={sectionTitle}>
            Two plans
          </h2>
          <p className="mt-4 text-17 text-ink-2">
            Start free. Upgrade when you need more than {freeWatchLimit} keywords.
          </p>
          <BillingPeriod />
        </div>
        <div className="grid gap-5 sm:grid-cols-[1fr_1.2fr]">
          <Plan
            name="Free"
            price={<Price amount={freePrice} per="CAD per month" />}
            features={planFeatures.free}
          >
            <ButtonLink
              href={wayIn}
              prefetch={false}
              look="quiet"
              size="lg"
              aria-label={isOpen ? "Get Started with Free" : undefined}
            >
              {isOpen ? "Get Started" : "Sign In"}
            </ButtonLink>
          </Plan>
          <Plan
            name="Pro"
            badge={
              <span className={yearly}>
                <Badge look="ok">{yearlySaving}</Badge>
              </span>
            }
            price={
              <>
                <span className={monthly}>
                  <Price amount={proPrices.monthly.amount} per={proPrices.monthly.unit} />
                </span>
                <span className={yearly}>
                  <Price amount={proPrices.yearly.amount} per={proPrices.yearly.unit} />
                </span>
              </>
            }
            features={planFeatures.pro}
            soon="AI insights"
            additions={proAdditions}
          >
            {/* The period is chosen without JavaScript, so each one has its link. */}
            {(["monthly", "yearly"] as const).map((period) => (
              <ButtonLink
                key={period}
                href={`${wayIn}?plan=${period}`}
                prefetch={false}
                look="primary"
                size="lg"
                className={`${period === "monthly" ? "group-has-[#billing-yearly:checked]:hidden" : "hidden! group-has-[#billing-yearly:checked]:inline-flex!"}`}
              >
                Upgrade to Pro
              </ButtonLink>
            ))}
          </Plan>
        </div>
      </div>
    </section>
  );
}

const monthly = "group-has-[#billing-yearly:checked]:hidden";
const yearly = "hidden group-has-[#billing-yearly:checked]:inline";

function BillingPeriod() {
  const segment =
    "relative inline-flex min-h-8 cursor-pointer items-center gap-2 rounded-[.4375rem] px-3.5 py-1 font-[550] text-ink-2 has-checked:bg-raised has-checked:text-ink has-checked:shadow-1 has-checked:ring-1 has-checked:ring-line has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11";
  const radio = "absolute inset-0 m-0 cursor-pointer opacity-0";
  return (
    <fieldset className="mt-8 inline-flex gap-0.5 rounded-[.625rem] border border-line bg-track p-[.1875rem] text-14">
      <legend className="sr-only">Billing period</legend>
      <label className={segment}>
        <input type="radio" name="billing" id="billing-monthly" defaultChecked className={radio} />
        Monthly
      </label>
      <label className={segment}>
        <input type="radio" name="billing" id="billing-yearly" className={radio} />
        Yearly <Badge look="ok">{yearlySaving}</Badge>
      </label>
    </fieldset>
  );
}

function Price({ amount, per }: { amount: string; per: string }) {
  return (
    <>
      {amount}
      <small className="ml-1.5 text-14 font-normal tracking-normal text-ink-2">{per}</small>
    </>
  );
}

function Plan({
  name,
  badge,
  price,
  features,
  soon,
  additions,
  children,
}: {
  name: string;
  badge?: ReactNode;
  price: ReactNode;
  features: readonly string[];
  soon?: string;
  additions?: readonly string[];
  children: ReactNode;
}) {
  const ground = soon === undefined ? "border-line bg-canvas" : "border-accent bg-surface ring-1 ring-accent";
  return (
    <article className={`flex flex-col gap-5 self-start rounded-lg border p-6 sm:p-8 ${ground}`}>
      <div className="flex min-h-6 items-center justify-between">
        <h3 className="text-20">{name}</h3>
        {badge}
      </div>
      <p aria-live="polite" className="text-40 leading-none font-semibold tracking-[-.04em]">
        {price}
      </p>
      <ul className="grid gap-2.5 text-ink-2">
        {features.map((feature) => (
          <Tick key={feature}>{feature}</Tick>
        ))}
        {soon !== undefined && (
          <Tick>
            {soon} <Badge>Coming soon</Badge>
          </Tick>
        )}
      </ul>
      {additions !== undefined && (
        <>
          <h4 className="border-t border-line pt-4 text-13 font-semibold tracking-normal text-ink-2">
            What Pro adds
          </h4>
          <ul className="-mt-2 grid gap-2 text-14 text-ink-2">
            {additions.map((addition) => (
              <Tick key={addition}>{addition}</Tick>
            ))}
          </ul>
        </>
      )}
      {children}
    </article>
  );
}

function Tick({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <Check aria-hidden="true" className="mt-1 size-4 flex-none stroke-[1.75] text-ok" />
      <span>{children}</span>
    </li>
  );
}
