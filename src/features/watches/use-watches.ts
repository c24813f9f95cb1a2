import { useSWRConfig } from "swr";
import { api } from "@/browser/api";
import type { UpdatedResponse } from "@/contract/pagination";
import { isRateLimited, type RateLimited } from "@/browser/rate-limit";
import { useApi } from "@/browser/swr";
import { isKeyOf } from "@/browser/swr-keys";
import type { ListedWatch, WatchListResponse, WatchView } from "@/contract/watch";
import { queryOf, type WatchListView } from "./list-query";

export function useWatches(view: WatchListView, served?: WatchListResponse) {
  return useApi("listWatches", { query: queryOf(view) }, served);
}

/** Loads all watches of a view, up to the limit of a bulk action. */
export async function readAllWatches(view: WatchListView): Promise<ListedWatch[]> {
  const found: ListedWatch[] = [];
  for (let page = 1; found.length < maxBulk; page += 1) {
    // A match would move its watch to the first page of the default order.
    const query = queryOf({ ...view, page, sort: "newest" }, readAtOnce);
    const { watches } = await api.read("listWatches", { query: { ...query, include: undefined } });
    found.push(...watches);
    if (watches.length < readAtOnce) break;
  }
  return found;
}

const readAtOnce = 100;
export const maxBulk = 1_000;

export type WatchPage = ReturnType<typeof useWatches>;

export function useRefreshWatches(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () =>
    mutate((key) => isKeyOf(key, "listWatches", "getWatch", "getWatchStats", "getUsage", "getCoverage"));
}

/** Shows a saved watch before the lists are loaded again, so it can't be edited with its earlier values. */
export function useShowSaved(): (watch: WatchView) => void {
  const { cache, mutate } = useSWRConfig();
  const refresh = useRefreshWatches();
  return (watch) => {
    const isSaved = (one: WatchView) => one._id === watch._id;
    const listed = (list: WatchListResponse) => ({
      ...list,
      watches: list.watches.map((one) => (isSaved(one) ? { ...one, ...watch } : one)),
    });
    const opened = (shown: { watch: WatchView }) => (isSaved(shown.watch) ? { watch } : shown);
    for (const key of cache.keys()) {
      // Includes the optimistic changes of pending requests.
      const shown: unknown = cache.get(key)?.data;
      if (shown === undefined) continue;
      const put = (data: unknown) => void mutate(key, data, { revalidate: false });
      if (isKeyOf(key, "listWatches")) put(listed(shown as WatchListResponse));
      if (isKeyOf(key, "getWatch")) put(opened(shown as { watch: WatchView }));
    }
    void refresh();
  };
}

/** A write rejected by a rate limit: rolled back like a failure, but its toast has already been shown. */
export class RateLimitedError extends Error {}

export async function sent<T>(call: Promise<T>): Promise<T> {
  const response = await call;
  if (isRateLimited(response)) throw new RateLimitedError();
  return response;
}

/** Updates are optimistic; on failure, they are rolled back and the error is rethrown. */
export function useWatchWrites(list: WatchPage) {
  const refresh = useRefreshWatches();
  const write = async (
    change: (before: WatchListResponse) => WatchListResponse,
    send: () => Promise<unknown>,
  ) => {
    const sending = list.mutate(
      async () => {
        await send();
        return undefined;
      },
      {
        // The committed data lacks the changes of requests in progress.
        optimisticData: (committed, shown) =>
          change(shown ?? committed ?? { watches: [], total: 0, active: 0 }),
        populateCache: false,
        revalidate: false,
      },
    );
    await sending.finally(() => void refresh());
  };
  const updated = async (call: Promise<UpdatedResponse | RateLimited>): Promise<number> => {
    const response = await sent(call).finally(() => void refresh());
    return isRateLimited(response) ? 0 : response.updated;
  };
  return {
    toggle: (watch: WatchView) =>
      write(
        (before) => withActive(before, watch._id, !watch.isActive),
        // Sends the wanted state, because another tab could have changed it.
        () =>
          sent(api.call("toggleWatch", { params: { id: watch._id }, body: { isActive: !watch.isActive } })),
      ),
    remove: (watch: WatchView) =>
      write(
        (before) => without(before, watch),
        () => sent(api.call("deleteWatch", { params: { id: watch._id } })),
      ),
    setActive: (ids: readonly string[], isActive: boolean) =>
      updated(api.call("setWatchesActive", { body: { isActive, ids: [...ids] } })),
    removeAll: (ids: readonly string[]) => updated(api.call("deleteWatches", { body: { ids: [...ids] } })),
  };
}

function withActive(list: WatchListResponse, id: string, isActive: boolean): WatchListResponse {
  const watches = list.watches.map((watch) =>
    watch._id === id ? { ...watch, isActive, isPausedByPlan: false } : watch,
  );
  return { ...list, watches, active: list.active + (isActive ? 1 : -1) };
}

function without(list: WatchListResponse, gone: WatchView): WatchListResponse {
  return {
    ...list,
    watches: list.watches.filter((watch) => watch._id !== gone._id),
    total: list.total - 1,
    active: list.active - (gone.isActive ? 1 : 0),
  };
}
