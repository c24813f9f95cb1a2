import Link from "next/link";
import type { StatsResponse } from "@/contract/stats";
import { formatCount } from "@/domain/text/counted";

export function Figures({ stats, active }: { stats: StatsResponse["stats"]; active: number }) {
  const figures = [
    ["Active Keywords", active, "/keywords"],
    ["Total Notifications", stats.total, "/notifications?status=all"],
    ["Today's Matches", stats.today, "/notifications?status=all"],
    ["This Week", stats.thisWeek, "/notifications?status=all"],
  ] as const;
  return (
    <section aria-label="Numbers">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-1 px-1 text-13 sm:flex sm:flex-wrap">
        {figures.map(([label, count, href]) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt className="order-last text-ink-3">{label}</dt>
            <dd className="font-semibold">
              <Link
                href={href}
                aria-label={`${label}: ${formatCount(count)}`}
                className="-mx-2 inline-block min-w-6 px-2 py-1 text-center text-ink-2 no-underline hover:underline"
              >
                {formatCount(count)}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
