"use client";

import dynamic from "next/dynamic";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { GroupedResponse } from "@/contract/notification";
import type { SiteView } from "@/contract/place-queries";
import { counted } from "@/domain/counted";
import { Notice } from "@/ui/notice";
import { OfflineNotice } from "@/ui/offline-notice";
import { PageHead } from "@/ui/page-head";
import { Pagination } from "@/ui/pagination";
import { Skeleton } from "@/ui/skeleton";
import { Tabs } from "@/ui/tabs";
import { BulkActions } from "./bulk-actions";
import { FilterBar } from "./filter-bar";
import { ExportButton } from "./export-button";
import { messageOf } from "./failure";
import { countWithout, setListedUnread, type LeavingByKey } from "@/contract/leaving";
import { NotificationList, type Loading } from "./notification-list";
import { ScreenContext } from "./screen-context";
import { SearchBar, SearchHint } from "./search-bar";
import { shownCount, useActions } from "./use-actions";
import { useGroups, type ServedGroups } from "./use-groups";
import { useNow } from "@/ui/use-now";
import { useOffline } from "@/ui/use-offline";
import { useView } from "./use-view";
import { calledIn, groupsKey, isOfStatus, isSearch, lastPage, type View, type ViewChange } from "./view";

const SearchReach = dynamic(() => import("./search-reach").then((file) => file.SearchReach));
const SystemAlerts = dynamic(() => import("./system-alerts").then((file) => file.SystemAlerts), {
  ssr: false,
});

/** An account's notifications, grouped by keyword, in tabs. */
export function NotificationsScreen({
  served,
  servedAt,
  timeZone,
  sites,
  hasSearch,
}: {
  served: ServedGroups;
  servedAt: Date;
  timeZone: string;
  sites: readonly SiteView[];
  hasSearch: boolean;
}) {
  const { view, go } = useView(hasSearch);
  const { data, error, mutate, isValidating } = useGroups(view, served);
  const actions = useActions(view, groupsKey(view));
  const now = useNow(servedAt);
  const isOnline = useOffline() === null;
  useFilledPage(view, data, go, () => void mutate());

  const total = data && shownTotal(data, actions.leaving, view);
  // The sidebar and the page title use the count listed here.
  const listedUnread = view.tab === "unread" && !isSearch(view) ? (total ?? null) : null;
  useLayoutEffect(() => setListedUnread(listedUnread), [listedUnread]);
  useLayoutEffect(() => () => setListedUnread(null), []);
  const loading: Loading = { data, error, isLoading: isValidating, onRetry: () => void mutate() };
  return (
    <ScreenContext value={{ view, servedAt, now, timeZone, sites, actions }}>
      <PageHead
        title="Notifications"
        sub={<Total count={total} isFailed={error !== undefined} view={view} />}
      >
        {/* Next to the title on wide screens. */}
        <div className="min-w-0 flex-1 max-[68.74rem]:basis-full min-[68.75rem]:mx-auto min-[68.75rem]:max-w-112">
          {hasSearch ? <SearchBar view={view} onView={go} /> : <SearchHint />}
        </div>
        {data !== undefined && (total ?? 0) > 0 && (
          // On phones these buttons always have their own row; wrapping only after the last one appears would
          // shift them.
          <div className={`flex items-center gap-1 ${view.tab === "unread" ? "max-[30rem]:w-full" : ""}`}>
            {!isSearch(view) && isOfStatus(view.tab) && <BulkActions answer={data} total={total ?? 0} />}
            <ExportButton view={view} total={total ?? 0} />
          </div>
        )}
      </PageHead>
      <OfflineNotice timeZone={timeZone} />
      <Notice look="bad">
        {isOnline && error !== undefined && data !== undefined ? (
          <>
            <b>Error loading notifications.</b> {messageOf(error)}
          </>
        ) : null}
      </Notice>
      <Tabs
        label="Notifications by status"
        value={view.tab}
        onValueChange={(tab) => go(() => ({ tab, page: 1 }))}
        tabs={shownTabs(view)}
      >
        <div className="notifications grid gap-4">
          <FilterBar view={view} hasSearch={hasSearch} total={total} onView={go} />
          <NotificationList loading={loading} onView={go} />
          {(data?.pagination.searchedTo !== undefined || view.until !== "") && (
            <SearchReach searchedTo={data?.pagination.searchedTo} onView={go} />
          )}
          {data !== undefined && (
            <Pagination
              page={view.page}
              totalPages={Math.min(data.pagination.totalPages, lastPage)}
              onPage={(page) => go(() => ({ page }))}
            />
          )}
        </div>
      </Tabs>
      <SystemAlerts />
    </ScreenContext>
  );
}

/** '37 unread notifications', or a skeleton while loading. */
function Total({ count, isFailed, view }: { count: number | undefined; isFailed: boolean; view: View }) {
  if (count === undefined) return isFailed ? null : <Skeleton className="my-1.5 w-40" />;
  return `${counted(count, calledIn(view.tab))}${isSearch(view) ? " found" : ""}`;
}

const tabs = [
  { value: "unread", label: "Unread" },
  { value: "read", label: "Read" },
  { value: "starred", label: "Starred" },
  { value: "snoozed", label: "Snoozed" },
  { value: "archived", label: "Archived" },
  { value: "all", label: "All" },
] as const;

/** "All" is only offered for searches; without a search the list would be too long to be useful. */
function shownTabs(view: View) {
  return tabs.filter(({ value }) => value !== "all" || value === view.tab || isSearch(view));
}

/** The total without notifications that are being deleted. For a search, counts the listed ones. */
function shownTotal(response: GroupedResponse, leaving: LeavingByKey, view: View): number {
  const { total } = response.pagination;
  if (!isSearch(view)) return countWithout(leaving, view.tab, total);
  const gone = response.groupedNotifications.map(
    (group) => group.count - shownCount(group, leaving, view.tab),
  );
  return Math.max(0, total - gone.reduce((sum, count) => sum + count, 0));
}

/** Loads the next groups when the page becomes empty, or goes to the last existing page. */
function useFilledPage(
  view: View,
  data: GroupedResponse | undefined,
  go: (change: ViewChange) => void,
  reload: () => void,
): void {
  const filled = useRef("");
  useEffect(() => {
    if (data === undefined || data.groupedNotifications.length > 0 || data.pagination.total === 0) return;
    const last = Math.max(1, Math.min(data.pagination.totalPages, lastPage));
    const attempt = `${groupsKey(view)} ${data.pagination.total}`;
    // Don't keep requesting a page that stays empty.
    if (filled.current === attempt) return;
    filled.current = attempt;
    if (view.page > last) go(() => ({ page: last }));
    else reload();
  });
}
