import { useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import type { GroupedResponse } from "@/contract/notification";
import { loadClient, useStored } from "@/browser/swr";
import { currentOperations, isMissing, listedFrom, tick, type Listed } from "./operations";
import { isInUse } from "./selection-store";
import { allSent } from "./send";
import { groupsInput, groupsKey, lastPage, type View, type ViewChange } from "./view";

export interface ServedGroups {
  key: string;
  response?: GroupedResponse;
  refusal?: string;
}

/** An error that `getMessage` shows. Importing AppError would add every API schema to the bundle. */
function refused(text: string): Error {
  return Object.assign(new Error(text), { name: "AppError" });
}

const loadVisit = () => import("./visit");

/** Responses that were already shown. The router's cache restores a screen with the props of its first visit. */
const used = new WeakSet<GroupedResponse>();

/** The groups at the start of the visit: reloads only count new matches. `reload` starts a new visit. */
export function useGroups(view: View, { key: servedKey, response, refusal }: ServedGroups) {
  const { cache, mutate } = useSWRConfig();
  const key = groupsKey(view);
  // Keep the object: it is used as the first data only once.
  const [served] = useState(() => (response && !used.has(response) ? listedFrom(response) : undefined));
  const isRestored = response !== undefined && served === undefined;
  // A new view is a new visit, even if its earlier data is cached. `since`: when it started, in ticks.
  const visit = useRef({ key: servedKey, since: 0, isRequested: false });
  const startVisit = (isRequested: boolean) => {
    visit.current = { key, since: tick(), isRequested };
    return visit.current;
  };
  const read = async () => {
    const own = visit.current.key === key ? visit.current : startVisit(false);
    await allSent();
    const loadedAt = tick();
    const { api } = await loadClient();
    const response = await api.read("listNotificationGroups", groupsInput(view));
    const { refreshed } = await loadVisit();
    const before = cache.get(key)?.data as Listed | undefined;
    const next = listedFrom(response, loadedAt);
    const isEarlier = before === undefined || before.loadedAt <= own.since;
    if (isEarlier && (before === undefined || own.isRequested || !isInUse())) return next;
    // The visit continues with the cached rows: replacing them would close an open notification.
    if (isEarlier) own.since = before.loadedAt - 1;
    // It's unknown which of the changes made since the request the response contains. Each is followed by
    // another load.
    const operations = currentOperations();
    if (operations.some((operation) => isMissing(operation, next))) return before;
    return refreshed(before, next, view.tab, operations);
  };
  const reload = async () => {
    const own = startVisit(true);
    await mutate(key);
    // A later load must not replace a list that is in use by then.
    if (cache.get(key)?.error !== undefined) own.isRequested = false;
  };
  // Cached data counts as fresh for a while, but a new visit shows the current order.
  useEffect(() => {
    if (visit.current.key !== key && cache.get(key)?.data !== undefined) void mutate(key);
  }, [key, cache, mutate]);
  useEffect(() => {
    if (response !== undefined) used.add(response);
    // A restored screen shows the cached list, which keeps its rows and only counts new matches.
    if (isRestored) void mutate(servedKey);
  }, [response, isRestored, servedKey, mutate]);
  const isServed = servedKey === key;
  const { data, isValidating, error } = useStored<Listed>(key, read, isServed ? served : undefined, {
    isRefused: isServed && refusal !== undefined,
  });
  const ownError = error ?? (isServed && refusal !== undefined ? refused(refusal) : undefined);
  return {
    data,
    isValidating,
    error: data === undefined || error !== undefined ? ownError : undefined,
    reload,
  };
}

/** Loads the next groups when the page becomes empty, or goes to the last existing page. */
export function useFilledPage(
  view: View,
  data: Listed | undefined,
  go: (change: ViewChange) => void,
  reload: () => Promise<void>,
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
    else void reload();
  });
}
