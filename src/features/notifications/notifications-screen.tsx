"use client";

import { Ellipsis, Keyboard, Search } from "lucide-react";
import dynamic from "next/dynamic";
import { Suspense, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { TabCounts } from "@/contract/notification";
import type { SiteView } from "@/contract/place-queries";
import { counted, formatCount } from "@/domain/text/counted";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { loadWhenIdle, useLater } from "@/ui/load-later";
import { Pagination } from "@/ui/pagination";
import { Notice } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";
import { Tabs } from "@/ui/tabs";
import { useNow } from "@/ui/use-now";
import { useOffline } from "@/ui/use-offline";
import { useActions } from "./actions";
import { BulkActions, TabAction } from "./bulk-actions";
import { ExportButton } from "./export-button";
import { getMessage } from "./failure";
import { FilterButton, ViewsButton } from "./filter-bar";
import { NotificationList } from "./notification-list";
import { useOperations, withOperations } from "./operations";
import { ScreenContext, useView } from "./screen-context";
import { SearchBar } from "./search-bar";
import { startSelecting } from "./selection-store";
import { useCounts } from "./use-counts";
import { useFilledPage, useGroups, type ServedGroups } from "./use-groups";
import {
  countFilters,
  notificationNouns,
  notificationTabs,
  groupsKey,
  isOfStatus,
  isSearch,
  lastPage,
  type View,
} from "./view";

const FilterChips = dynamic(() => import("./filter-chips").then((file) => file.FilterChips));
const SavedTabs = dynamic(() => import("./saved-tabs").then((file) => file.SavedTabs), { ssr: false });
const SearchHint = dynamic(() => import("./search-hint").then((file) => file.SearchHint));
const SearchReach = dynamic(() => import("./search-reach").then((file) => file.SearchReach));
const SystemAlerts = dynamic(() => import("./system-alerts").then((file) => file.SystemAlerts), {
  ssr: false,
});

const loadLostFocus = () => import("./lost-focus");
const loadOffline = () => import("@/ui/offline-notice");
/** Code of the first presses. */
const pressed = [
  () => import("./call"),
  () => import("./snooze-times"),
  () => import("./exclusions"),
  () => import("./nothing-found"),
  () => import("./filter-fields"),
  () => import("./saved-views"),
  () => import("./search-notes"),
  () => import("./export-dialog"),
  () => import("@/ui/alert-dialog"),
];

export function NotificationsScreen({
  served,
  servedCounts,
  servedAt,
  timeZone,
  sites,
  hasSearch,
}: {
  served: ServedGroups;
  servedCounts: TabCounts;
  servedAt: Date;
  timeZone: string;
  sites: readonly SiteView[];
  hasSearch: boolean;
}) {
  const { view, go } = useView(hasSearch);
  const { data: base, error, isValidating, reload } = useGroups(view, served);
  const operations = useOperations();
  const data = base && withOperations(base, view.tab, operations);
  const actions = useActions({ tab: view.tab, ownKey: groupsKey(view), reload });
  const now = useNow(servedAt);
  const isOnline = useOffline() === null;
  // On phones, the search and further actions open from the bar.
  const [opened, setOpened] = useState<"search" | "more" | null>(null);
  const toggle = (what: "search" | "more") => setOpened(opened === what ? null : what);
  useFilledPage(view, data, go, reload);
  useEffect(() => loadWhenIdle(pressed), []);
  const offline = useLater(loadOffline);
  const lostFocus = useLater(loadLostFocus);

  const total = data && data.pagination.total + data.waitingTotal;
  const counts = useCounts(view, total, servedCounts);
  const isWhole = !isSearch(view) && isOfStatus(view.tab);
  const isPartial = data?.pagination.searchedTo !== undefined || view.until !== "";
  const hasAny = data !== undefined && data.pagination.total > 0;
  return (
    <ScreenContext value={{ view, go, hasSearch, servedAt, now, timeZone, sites, actions }}>
      <div className="inbox-screen" data-opened={opened ?? undefined}>
        <header className="inbox-bar">
          <div className="inbox-title">
            <h1>Notifications</h1>
            <p>
              <Total count={total} isFailed={error !== undefined} view={view} />
            </p>
          </div>
          <div className="inbox-search" data-open={opened === "search" || view.q !== "" || undefined}>
            {hasSearch ? (
              <SearchBar />
            ) : (
              // The screen works before the hint is loaded.
              <Suspense>
                <SearchHint />
              </Suspense>
            )}
          </div>
          <div className="inbox-acts">
            <IconButton
              className="inbox-narrow"
              data-act="open-search"
              label={opened === "search" ? "Close search" : "Search"}
              hasTooltip={false}
              aria-expanded={opened === "search"}
              onClick={({ currentTarget }) => {
                // Phones show their keyboard only if the tap itself focuses the field.
                flushSync(() => toggle("search"));
                if (opened === "search") return;
                currentTarget.closest("header")?.querySelector<HTMLElement>("input[type=search]")?.focus();
              }}
            >
              <Search />
            </IconButton>
            <FilterButton total={total} />
            {isWhole && data !== undefined && <TabAction listed={data} isDisabled={!hasAny} />}
            <IconButton
              className="inbox-narrow"
              label="More actions"
              hasTooltip={false}
              aria-expanded={opened === "more"}
              onClick={() => toggle("more")}
            >
              <Ellipsis />
            </IconButton>
            <div
              className="inbox-more"
              data-open={opened === "more" || undefined}
              onKeyDown={({ key, target, currentTarget }) => {
                // Popovers close themselves: their events also arrive here.
                if (key !== "Escape" || opened !== "more" || !currentTarget.contains(target as Node)) return;
                setOpened(null);
                (currentTarget.previousElementSibling as HTMLElement).focus();
              }}
            >
              {hasAny && isWhole && <BulkActions listed={data} total={data.pagination.total} />}
              {hasAny && (
                <>
                  <Button
                    look="ghost"
                    className="inbox-narrow"
                    onClick={() => {
                      setOpened(null);
                      startSelecting();
                    }}
                  >
                    Select
                  </Button>
                  <ExportButton total={isPartial ? null : data.pagination.total + data.waitingTotal} />
                </>
              )}
              <IconButton className="inbox-wide" label="Keyboard shortcuts" data-act="help">
                <Keyboard />
              </IconButton>
              <ViewsButton />
            </div>
          </div>
        </header>
        <Tabs
          label="Notifications by status"
          value={view.tab}
          onValueChange={(tab) => go((now) => (now.tab === tab ? now : { tab, page: 1 }))}
          tabs={shownTabs(view, counts, total)}
          after={<SavedTabs />}
        >
          <div className="inbox-notices">
            {offline && <offline.OfflineNotice timeZone={timeZone} />}
            <Notice look="bad">
              {isOnline && error !== undefined && data !== undefined ? (
                <>
                  <b>Error loading notifications.</b> {getMessage(error)}{" "}
                  <Button size="sm" isPending={isValidating} onClick={() => void reload()}>
                    Try Again
                  </Button>
                </>
              ) : null}
            </Notice>
            {countFilters(view) > 0 && <FilterChips />}
          </div>
          <NotificationList data={data} error={error} isValidating={isValidating} reload={reload} />
          <div className="inbox-foot">
            <SystemAlerts />
            {isPartial && <SearchReach searchedTo={data?.pagination.searchedTo} />}
            {data !== undefined && data.pagination.totalPages > 1 && (
              <Pagination
                page={view.page}
                totalPages={Math.min(data.pagination.totalPages, lastPage)}
                onPage={(page) => go(() => ({ page }))}
              />
            )}
          </div>
        </Tabs>
        {lostFocus && <lostFocus.LostFocus />}
      </div>
    </ScreenContext>
  );
}

function Total({ count, isFailed, view }: { count: number | undefined; isFailed: boolean; view: View }) {
  if (count === undefined) return isFailed ? null : <Skeleton className="my-1 inline-block w-40" />;
  return `${counted(count, ...notificationNouns(view.tab))}${isSearch(view) ? " found" : ""}`;
}

/** Only offers "All" for searches; without a search the list would be too long to be useful. */
function shownTabs(view: View, counts: TabCounts, total: number | undefined) {
  return notificationTabs
    .filter(({ value }) => value !== "all" || value === view.tab || isSearch(view))
    .map(({ value, label }) => {
      const isShown = value === view.tab && !isSearch(view) && total !== undefined;
      const count = value === "all" ? undefined : isShown ? total : counts[value];
      return {
        value,
        label: (
          <>
            {label}
            {count !== undefined && (
              <span className="tab-count" aria-hidden="true">
                {formatCount(count)}
              </span>
            )}
          </>
        ),
      };
    });
}
