import type { Route } from "next";
import Link from "next/link";
import { useId, type ReactNode } from "react";
import type { UsageResponse } from "@/contract/subscription";
import { formatCount } from "@/domain/text/counted";
import { freeWatchLimit } from "@/domain/plans/plans";
import { notificationDays } from "@/domain/plans/retention";

export function UsageTrio({ usage, isPro }: { usage: UsageResponse; isPro: boolean }) {
  const { keywordCount, keywordLimit, notificationCount } = usage;
  return (
    <dl className="grid grid-cols-3 divide-x divide-line border-t border-line">
      <Figure
        name="Keywords used"
        href="/keywords"
        value={
          <>
            {formatCount(keywordCount)} /{" "}
            {keywordLimit === null ? (
              <span role="img" aria-label="unlimited">
                ∞
              </span>
            ) : (
              formatCount(keywordLimit)
            )}
          </>
        }
      >
        {keywordLimit === null ? "unlimited" : <Meter value={keywordCount} max={keywordLimit} />}
      </Figure>
      <Figure name="Notifications" href="/notifications?status=all" value={formatCount(notificationCount)}>
        in the last {notificationDays} days
      </Figure>
      <Figure name="Plan" value={isPro ? "Pro" : "Free"}>
        {isPro ? "unlimited keywords" : `${freeWatchLimit} keyword watches`}
      </Figure>
    </dl>
  );
}

function Figure({
  name,
  href,
  value,
  children,
}: {
  name: string;
  href?: Route;
  value: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="p-3 sm:px-5 sm:pt-4 sm:pb-5">
      <dt id={id} className="text-12 text-ink-2 sm:text-13">
        {name}
      </dt>
      <dd className="mt-1.5 mb-0.5 text-20 leading-[1.15] font-semibold tracking-[-0.03em] sm:text-30">
        {href === undefined ? (
          value
        ) : (
          <Link href={href} aria-describedby={id} className="text-ink no-underline hover:underline">
            {value}
          </Link>
        )}
      </dd>
      <dd className="text-12 text-ink-3 sm:text-13">{children}</dd>
    </div>
  );
}

function Meter({ value, max }: { value: number; max: number }) {
  return (
    <span
      role="meter"
      aria-label="Keywords used"
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={`${value} of ${max}`}
      className="mt-2.5 block h-1.5 overflow-hidden rounded-full bg-sunken inset-ring inset-ring-line forced-colors:border"
    >
      <span
        className="block h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
        style={{ width: `${Math.min(100, (100 * value) / max)}%` }}
      />
    </span>
  );
}
