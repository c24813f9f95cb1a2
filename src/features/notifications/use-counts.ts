import { useEffect, useLayoutEffect } from "react";
import { useSWRConfig } from "swr";
import { setListedUnread } from "@/browser/listed-unread";
import type { TabCounts } from "@/contract/notification";
import { useApi } from "@/browser/swr";
import { getKey } from "@/browser/swr-keys";
import { isSearch, type View } from "./view";

/** Returns the counts of the tabs. Other screens, the sidebar and the page title use their unread count. */
export function useCounts(view: View, total: number | undefined, served: TabCounts): TabCounts {
  const { mutate } = useSWRConfig();
  const { data: counts = served } = useApi("countTabs", {}, served);
  // The listed count already contains changes that are being sent.
  const listed = view.tab === "unread" && !isSearch(view) ? (total ?? null) : null;
  const unread = listed ?? counts.unread;
  useLayoutEffect(() => setListedUnread(listed), [listed]);
  useLayoutEffect(() => () => setListedUnread(null), []);
  useEffect(() => {
    void mutate(getKey("countUnread"), { count: unread }, { revalidate: false });
  }, [unread, mutate]);
  return counts;
}
