import { useSWRConfig } from "swr";
import { useCall } from "@/contract/swr";
import type { GroupedAnswer } from "@/contract/notification";
import { mergeAnswers } from "./groups";
import { withCalls } from "./load-calls";
import { groupsPath, isSearch, unreadCountKey, type View } from "./view";

export interface ServedGroups {
  path: string;
  answer: GroupedAnswer;
}

/** The groups of a view, first as served; a reload takes nothing from under the reader's eyes. */
export function useGroups(view: View, served: ServedGroups) {
  const { cache, mutate } = useSWRConfig();
  const path = groupsPath(view);
  const read = async () => {
    const next = await withCalls((calls) => calls.fetchGroups(path));
    // The newest word on how many are unread: what else counts them must not say another number.
    if (view.tab === "unread" && !isSearch(view)) {
      void mutate(unreadCountKey, { count: next.pagination.total }, { revalidate: false });
    }
    const before = cache.get(path)?.data as GroupedAnswer | undefined;
    return mergeAnswers(next, before, view.tab);
  };
  return useCall(path, read, served.path === path ? served.answer : undefined);
}
