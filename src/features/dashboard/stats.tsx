import Link from "next/link";
import type { StatsResponse } from "@/contract/stats";
import type { WatchListResponse } from "@/contract/watch";
import { formatCount } from "@/domain/text/counted";
import { StatCard } from "@/ui/stat-card";

const all = "/notifications?status=all";

export function Stats({
  stats,
  watches,
  unread,
}: {
  stats: StatsResponse["stats"];
  watches: WatchListResponse;
  unread: number;
}) {
  const yesterday = stats.daily.at(-2)?.count ?? 0;
  return (
    <section aria-label="Numbers" className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <StatCard
        label="Active Keywords"
        href="/keywords"
        value={formatCount(watches.active)}
        sub={watches.total === 0 ? "none yet" : `of ${formatCount(watches.total)} total`}
      />
      <StatCard
        label="Total Notifications"
        href={all}
        value={formatCount(stats.total)}
        sub={
          <Link
            href="/notifications"
            className="relative -m-1 inline-block p-1 text-ink-3 no-underline hover:underline"
          >
            <Strong count={unread}>unread</Strong>
          </Link>
        }
      />
      <StatCard
        label="Today's Matches"
        href={all}
        value={formatCount(stats.today)}
        sub={<Strong count={yesterday}>yesterday</Strong>}
      />
      <StatCard label="This Week" href={all} value={formatCount(stats.thisWeek)} sub="since Monday" />
    </section>
  );
}

function Strong({ count, children }: { count: number; children: string }) {
  return (
    <>
      <strong className="font-semibold text-ink-2">{formatCount(count)}</strong> {children}
    </>
  );
}
