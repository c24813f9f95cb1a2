import { useSWRConfig } from "swr";
import type { GroupedResponse } from "@/contract/notification";
import { useKept } from "@/contract/swr";
import { keyOf } from "@/contract/swr-keys";
import { mergeResponses } from "./groups";
import { groupsInput, groupsKey, isSearch, type View } from "./view";

/** Served with the page: the groups of its view, or the error message for them. */
export interface ServedGroups {
  key: string;
  answer?: GroupedResponse;
  refusal?: string;
}

/** An error that `messageOf` shows. Importing AppError would add every API schema to the bundle. */
function refused(text: string): Error {
  return Object.assign(new Error(text), { name: "AppError" });
}

/** The groups of a view, first as served; a reload takes nothing from under the reader's eyes. */
export function useGroups(view: View, served: ServedGroups) {
  const { cache, mutate } = useSWRConfig();
  const key = groupsKey(view);
  const read = async () => {
    const { api } = await import("@/contract/browser");
    const next = await api.read("listNotificationGroups", groupsInput(view));
    // The newest word on how many are unread: what else counts them must not say another number.
    if (view.tab === "unread" && !isSearch(view)) {
      void mutate(keyOf("countUnread"), { count: next.pagination.total }, { revalidate: false });
    }
    const before = cache.get(key)?.data as GroupedResponse | undefined;
    return mergeResponses(next, before, view.tab);
  };
  const { answer, refusal } = served.key === key ? served : {};
  const kept = useKept(key, read, answer, { isRefused: refusal !== undefined });
  if (refusal === undefined || kept.data !== undefined || kept.error !== undefined) return kept;
  const { data, mutate: reload, isValidating, isLoading } = kept;
  return { data, mutate: reload, isValidating, isLoading, error: refused(refusal) };
}
