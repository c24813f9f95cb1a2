import type { Metadata } from "next";
import { CoverageCard } from "@/features/coverage/coverage-card";
import { DashboardScreen } from "@/features/dashboard/dashboard-screen";
import { queries, shownRows } from "@/features/dashboard/queries";
import { watchQuery } from "@/contract/watch";
import { getPlan } from "@/domain/plans/plans";
import { requireFrame } from "@/app/(app)/page-frame";
import { requireUser } from "@/server/http/page-session";
import { userView } from "@/server/accounts/user-view";
import { getNotificationStats } from "@/server/notifications/notification-stats";
import { listRecent } from "@/server/notifications/notifications";
import { subscriptionStatus } from "@/server/billing/subscriptions";
import { listWatches } from "@/server/watches/watch-lists";

export const metadata: Metadata = { title: "Dashboard" };

const dayMs = 86_400_000;
const requestedWatches = watchQuery.parse(queries.watches);

export default async function DashboardPage() {
  const user = await requireUser();
  const { now, unread, listening } = await requireFrame();
  const [{ watches, total, active }, recent, stats] = await Promise.all([
    listWatches(user, requestedWatches),
    listRecent(user, shownRows),
    getNotificationStats(user, {}, now),
  ]);
  const plan = getPlan(user.subscriptionStatus);
  return (
    <>
      <DashboardScreen
        firstName={user.firstName}
        email={userView(user).email}
        timeZone={user.timeZone}
        watchLimit={plan.watchLimit}
        isFirstDay={now.getTime() - user.registeredAt.getTime() < dayMs}
        served={{
          watches: { watches, total, active },
          recent,
          stats,
          unread,
          // Without Pro the status is always the same, and on Pro the dashboard doesn't need it.
          status: plan.name === "pro" ? undefined : subscriptionStatus(null),
        }}
        servedAt={now}
      />
      <CoverageCard expected={listening.places} servedAt={now} timeZone={user.timeZone} />
    </>
  );
}
