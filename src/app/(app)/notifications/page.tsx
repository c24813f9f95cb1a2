import type { Metadata } from "next";
import { AppError } from "@/contract/errors";
import { notificationQuery } from "@/contract/notification-query";
import { NotificationsScreen } from "@/features/notifications/notifications-screen";
import { groupsKey, pageSize, getSearch, getView } from "@/features/notifications/view";
import { getPlan } from "@/domain/plans/plans";
import { requireUser } from "@/server/http/page-session";
import { listSites } from "@/server/reading/places";
import { countTabs } from "@/server/notifications/notifications";
import { listGroups } from "@/server/notifications/notification-groups";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const user = await requireUser();
  const { hasSearch } = getPlan(user.subscriptionStatus);
  const view = getView(paramsOf(await searchParams), hasSearch);
  const query = notificationQuery.parse({
    status: view.tab,
    page: String(view.page),
    limit: String(pageSize),
    ...getSearch(view),
  });
  const loading = listGroups(user, query).then(
    ({ response }) => ({ response }),
    (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== "SEARCH_TOO_BROAD") throw error;
      return { refusal: error.message };
    },
  );
  const [served, servedCounts] = await Promise.all([loading, countTabs(user)]);
  return (
    <NotificationsScreen
      served={{ key: groupsKey(view), ...served }}
      servedCounts={servedCounts}
      servedAt={new Date()}
      timeZone={user.timeZone}
      sites={listSites().sites}
      hasSearch={hasSearch}
    />
  );
}

function paramsOf(searchParams: Record<string, string | string[] | undefined>): URLSearchParams {
  const first = Object.entries(searchParams).map(([name, value]) => [
    name,
    Array.isArray(value) ? value[0] : value,
  ]);
  return new URLSearchParams(first.filter((pair): pair is [string, string] => pair[1] !== undefined));
}
