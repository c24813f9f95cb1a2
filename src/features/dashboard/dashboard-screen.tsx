"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { useApi } from "@/browser/swr";
import type { NotificationView, UnreadCountResponse } from "@/contract/notification";
import type { StatsResponse } from "@/contract/stats";
import type { SubscriptionStatusResponse } from "@/contract/subscription";
import type { WatchListResponse } from "@/contract/watch";
import { counted } from "@/domain/text/counted";
import { formatTime, localDay } from "@/domain/time/moment";
import { useUnreadCount } from "@/browser/listed-unread";
import { ButtonLink } from "@/ui/button-link";
import { LimitPill } from "@/ui/limit-pill";
import { OfflineNotice } from "@/ui/offline-notice";
import { PageHead } from "@/ui/page-head";
import { useNow } from "@/ui/use-now";
import { Figures } from "./figures";
import { MatchesChart } from "./matches-chart";
import { isAwaiting, queries } from "./queries";
import { RecentNotifications } from "./recent-notifications";
import { RecentWatches } from "./recent-watches";
import { Stats } from "./stats";
import { UpgradeBanner } from "./upgrade-banner";
import { useFirstMinute } from "./use-first-minute";

// The onboarding code is only loaded for new users.
const FirstMinute = dynamic(() => import("./first-minute").then((file) => file.FirstMinute));

export interface ServedDashboard {
  watches: WatchListResponse;
  recent: NotificationView[];
  stats: StatsResponse;
  unread: UnreadCountResponse;
  /** Absent on Pro, which needs no upgrade banner. */
  status: SubscriptionStatusResponse | undefined;
}

export function DashboardScreen({
  firstName,
  email,
  timeZone,
  watchLimit,
  isFirstDay,
  served,
  servedAt,
}: {
  firstName: string;
  email: string;
  timeZone: string;
  watchLimit: number | null;
  isFirstDay: boolean;
  served: ServedDashboard;
  servedAt: Date;
}) {
  const watches = useApi("listWatches", { query: queries.watches }, served.watches).data ?? served.watches;
  const recent = useApi("listNotifications", { query: queries.recent }, served.recent).data ?? served.recent;
  const stats = useApi("getNotificationStats", {}, served.stats).data ?? served.stats;
  const unread = useApi("countUnread", {}, served.unread).data ?? served.unread;
  const { data: status } = useApi("getSubscriptionStatus", served.status && {}, served.status);
  const unreadCount = useUnreadCount(unread.count);
  const now = useNow(servedAt);
  const limitId = useId();
  // State of the onboarding steps. It lives here so that undo restores the steps unchanged.
  const steps = useFirstMinute(watchLimit);
  const isEmpty = watches.total === 0;
  const [isFirst] = useState(() => isAwaiting(served));
  const { data: oldest } = useApi("listNotifications", isFirst ? { query: queries.first } : undefined);
  const first = isEmpty ? undefined : oldest?.[0];
  const isFull = watchLimit !== null && watches.total >= watchLimit;
  return (
    <>
      <PageHead
        title={`Welcome back, ${firstName}!`}
        sub={
          isFirst
            ? firstText(watches.active, first, timeZone)
            : todayText(stats.stats.today, recent[0], now, timeZone)
        }
      >
        {isFirst && isEmpty ? (
          <ButtonLink look="ghost" href="/keywords?add=1" className="max-sm:w-full">
            Skip and add keywords manually
          </ButtonLink>
        ) : (
          <ButtonLink
            look={isFirst || watches.total === watchLimit ? "quiet" : "primary"}
            href="/keywords?add=1"
            className={isFirst ? "max-sm:w-full" : undefined}
            aria-describedby={watchLimit === null ? undefined : limitId}
          >
            <Plus className="size-4" />
            <span>Add Keyword</span>
            <LimitPill id={limitId} used={watches.total} limit={watchLimit} />
          </ButtonLink>
        )}
      </PageHead>
      <OfflineNotice timeZone={timeZone} />
      {isFirst && (
        <FirstMinute
          steps={steps}
          watches={watches.watches}
          {...{ watchLimit, first, email, timeZone, now }}
        />
      )}
      {status?.isPro === false && (
        <UpgradeBanner
          used={watches.total}
          limit={watchLimit}
          isFirstDay={isFirstDay}
          isQuiet={isFirst}
          isFull={isFull}
        />
      )}
      {isFirst ? (
        <Figures stats={stats.stats} active={watches.active} />
      ) : (
        <>
          <Stats stats={stats.stats} watches={watches} unread={unreadCount} />
          <MatchesChart daily={stats.stats.daily} />
        </>
      )}
      <div className="grid items-start gap-4 md:grid-cols-2">
        <RecentWatches watches={watches.watches} />
        <RecentNotifications notifications={recent} now={now} timeZone={timeZone} />
      </div>
    </>
  );
}

function firstText(active: number, first: NotificationView | undefined, timeZone: string): string {
  if (active === 0) return "Four steps. It takes about a minute.";
  if (first !== undefined)
    return `Your first match arrived at ${formatTime(new Date(first.createdAt), timeZone)}.`;
  return `${counted(active, "keyword is", "keywords are")} active.`;
}

function todayText(today: number, newest: NotificationView | undefined, now: Date, timeZone: string): string {
  if (today === 0) return "No matches yet today.";
  const matches = `${counted(today, "match", "matches")} today`;
  const at = newest && new Date(newest.createdAt);
  if (at === undefined || localDay(at, timeZone) !== localDay(now, timeZone)) return `${matches}.`;
  return `${matches}, most recently at ${formatTime(at, timeZone)}.`;
}
