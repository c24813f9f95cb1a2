"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { useApi } from "@/contract/swr";
import type { NotificationView, UnreadCountResponse } from "@/contract/notification";
import type { StatsResponse } from "@/contract/stats";
import type { SubscriptionStatusResponse } from "@/contract/subscription";
import type { WatchListResponse } from "@/contract/watch";
import { counted } from "@/domain/counted";
import { formatTime, localDay } from "@/domain/moment";
import { useUnreadCount } from "@/contract/listed-unread";
import { ButtonLink } from "@/ui/button-link";
import { LimitPill } from "@/ui/limit-pill";
import { OfflineNotice } from "@/ui/offline-notice";
import { PageHead } from "@/ui/page-head";
import { useNow } from "@/ui/use-now";
import { MatchesChart } from "./matches-chart";
import { isAwaiting, queries } from "./queries";
import { RecentNotifications } from "./recent-notifications";
import { RecentWatches } from "./recent-watches";
import type { SampleSite } from "./sample-mail";
import { Stats } from "./stats";
import { UpgradeBanner } from "./upgrade-banner";
import { useFirstMinute } from "./use-first-minute";

// The onboarding code is only loaded for new users.
const FirstMinute = dynamic(() => import("./first-minute").then((file) => file.FirstMinute));
const FirstTest = dynamic(() => import("./first-test").then((file) => file.FirstTest));

export interface ServedDashboard {
  watches: WatchListResponse;
  recent: NotificationView[];
  stats: StatsResponse;
  unread: UnreadCountResponse;
  /** Absent on Pro, which needs no upgrade banner. */
  status: SubscriptionStatusResponse | undefined;
}

/** Recent matches and watches on one screen. */
export function DashboardScreen({
  firstName,
  email,
  timeZone,
  watchLimit,
  sites,
  served,
  servedAt,
}: {
  firstName: string;
  email: string;
  timeZone: string;
  /** The plan's limit; null if unlimited. */
  watchLimit: number | null;
  /** Sites that are read. */
  sites: readonly SampleSite[];
  served: ServedDashboard;
  servedAt: Date;
}) {
  const { data: watches = served.watches } = useApi(
    "listWatches",
    { query: queries.watches },
    served.watches,
  );
  const { data: recent = served.recent } = useApi(
    "listNotifications",
    { query: queries.recent },
    served.recent,
  );
  const { data: stats = served.stats } = useApi("getNotificationStats", {}, served.stats);
  const { data: unread = served.unread } = useApi("countUnread", {}, served.unread);
  const { data: status } = useApi("getSubscriptionStatus", served.status && {}, served.status);
  const unreadCount = useUnreadCount(unread.count);
  const now = useNow(servedAt);
  const limitId = useId();
  // State of the onboarding steps. It lives here so that undo restores the steps unchanged.
  const steps = useFirstMinute(watchLimit);
  const isEmpty = watches.total === 0;
  const [isFirst] = useState(() => isAwaiting(served));
  const banner = status?.isPro === false && <UpgradeBanner used={watches.total} limit={watchLimit} />;
  return (
    <>
      <PageHead
        title={`Welcome back, ${firstName}!`}
        sub={
          isEmpty
            ? "Three steps. It takes about a minute."
            : todayText(stats.stats.today, recent[0], now, timeZone)
        }
      >
        {/* Without watches, the onboarding steps contain the primary button. */}
        <ButtonLink
          look={isEmpty ? "quiet" : "primary"}
          href="/keywords?add=1"
          aria-describedby={watchLimit === null ? undefined : limitId}
        >
          <Plus className="size-4" />
          <span>Add Keyword</span>
          <LimitPill id={limitId} used={watches.total} limit={watchLimit} />
        </ButtonLink>
      </PageHead>
      <OfflineNotice timeZone={timeZone} />
      {isEmpty && <FirstMinute steps={steps} watchLimit={watchLimit} email={email} sites={sites} />}
      {isFirst && !isEmpty && <FirstTest first={recent[0]} email={email} timeZone={timeZone} />}
      {!isEmpty && banner}
      <Stats stats={stats.stats} watches={watches} unread={unreadCount} />
      {isEmpty && banner}
      <MatchesChart daily={stats.stats.daily} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <RecentWatches watches={watches.watches} />
        <RecentNotifications notifications={recent} now={now} timeZone={timeZone} />
      </div>
    </>
  );
}

/** For example '7 matches today, the last one at 14:03.' */
function todayText(today: number, newest: NotificationView | undefined, now: Date, timeZone: string): string {
  if (today === 0) return "No matches yet today.";
  const matches = `${counted(today, "match", "matches")} today`;
  const at = newest && new Date(newest.createdAt);
  if (at === undefined || localDay(at, timeZone) !== localDay(now, timeZone)) return `${matches}.`;
  return `${matches}, most recently at ${formatTime(at, timeZone)}.`;
}
