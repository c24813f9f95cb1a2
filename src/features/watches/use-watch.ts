import { useRouter } from "next/navigation";
import { api } from "@/browser/api";
import type { NotificationView } from "@/contract/notification";
import { errorOfLimit, isRateLimited } from "@/browser/rate-limit";
import type { WatchStatsResponse } from "@/contract/stats";
import { useApi, useStored } from "@/browser/swr";
import type { WatchView } from "@/contract/watch";
import { watchLimitText } from "@/domain/plans/plan-texts";
import { toast } from "@/ui/toast/store";
import { perDay } from "./forecast-texts";
import { lastQuery } from "./last-query";
import { namedAs } from "./use-place-entries";
import { RateLimitedError, sent, useRefreshWatches } from "./use-watches";
import { isLimitError } from "./watch-texts";

export interface ServedWatch {
  watch: { watch: WatchView };
  stats: WatchStatsResponse;
  last: NotificationView[];
}

export function useWatch(served: ServedWatch) {
  const id = served.watch.watch._id;
  const watch = useApi("getWatch", { params: { id } }, served.watch);
  const stats = useApi("getWatchStats", { params: { id } }, served.stats);
  const shown = (watch.data ?? served.watch).watch;
  const last = useApi("listNotifications", { query: lastQuery(shown) }, served.last);
  return {
    watch: shown,
    stats: (stats.data ?? served.stats).stats,
    last: last.data ?? served.last,
    isGone: isNotFound(watch.error) || isNotFound(stats.error),
    mutate: watch.mutate,
  };
}

const isNotFound = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "NOT_FOUND";

/** Forecast of matches per day, based on the last two days. Null if unknown. */
export function useForecastOf({ isActive, keyword, expression, filters, places }: WatchView): number | null {
  const body = { keyword, expression, filters, places: places.map(namedAs) };
  const { data } = useStored(isActive ? `previewWatch ${JSON.stringify(body)}` : undefined, async () => {
    const response = await api.call("previewWatch", { body });
    if (isRateLimited(response)) throw errorOfLimit(response);
    return response.preview;
  });
  return data === undefined || !isActive || data.items === 0 ? null : perDay(data.matched, data.hours);
}

export function useWatchMutations(
  watch: WatchView,
  mutate: ReturnType<typeof useWatch>["mutate"],
  onUpgrade: (text: string) => void,
) {
  const router = useRouter();
  const refresh = useRefreshWatches();
  const params = { id: watch._id };
  const attempt = async (work: () => Promise<unknown>, title: string) => {
    try {
      await work();
    } catch (error) {
      if (error instanceof RateLimitedError) return;
      if (isLimitError(error)) return onUpgrade(watchLimitText);
      toast({ type: "error", title, text: "Please try again." });
    }
  };
  const change = async (changed: Partial<WatchView>, send: () => Promise<unknown>) => {
    const optimisticData = { watch: { ...watch, ...changed } };
    const work = async () => {
      await sent(send());
      return undefined;
    };
    const sending = mutate(work, { optimisticData, populateCache: false, revalidate: false });
    await sending.finally(() => void refresh());
  };
  const toggle = () =>
    change({ isActive: !watch.isActive, isPausedByPlan: false }, () =>
      api.call("toggleWatch", { params, body: { isActive: !watch.isActive } }),
    );
  const { spikeNotification } = watch.notificationSettings;
  const toggleSpikeAlerts = () => {
    const notificationSettings = { ...watch.notificationSettings, spikeNotification: !spikeNotification };
    return change({ notificationSettings }, () =>
      api.call("updateWatch", {
        params,
        body: { notificationSettings: { spikeNotification: !spikeNotification } },
      }),
    );
  };
  const remove = async () => {
    await sent(api.call("deleteWatch", { params }));
    router.push("/keywords");
  };
  return {
    toggle: () => attempt(toggle, `Failed to ${watch.isActive ? "pause" : "resume"} "${watch.keyword}"`),
    toggleSpikeAlerts: () => attempt(toggleSpikeAlerts, `Failed to update alerts for "${watch.keyword}"`),
    remove: () => attempt(remove, `Failed to delete "${watch.keyword}"`),
  };
}
