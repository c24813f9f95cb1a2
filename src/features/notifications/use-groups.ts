import { useSWRConfig } from "swr";
import type { GroupedResponse } from "@/contract/notification";
import { useKept } from "@/contract/swr";
import { keyOf } from "@/contract/swr-keys";
import { mergeResponses } from "./groups";
import { groupsInput, groupsKey, isSearch, type View } from "./view";

/** The groups served with the page, or their error message. */
export interface ServedGroups {
  key: string;
  answer?: GroupedResponse;
  refusal?: string;
}

/** An error that `messageOf` shows. Importing AppError would add every API schema to the bundle. */
function refused(text: string): Error {
  return Object.assign(new Error(text), { name: "AppError" });
}

/**
 * Loads a view's groups, starting with the served ones. Reloads keep the items that the user may be reading.
 */
export function useGroups(view: View, served: ServedGroups) {
  const { cache, mutate } = useSWRConfig();
  const key = groupsKey(view);
  const read = async () => {
    const { api } = await import("@/contract/browser");
    const next = await api.read("listNotificationGroups", groupsInput(view));
    // Keeps other displays of the unread count in sync with this newer total.
    if (view.tab === "unread" && !isSearch(view)) {
      void mutate(keyOf("countUnread"), { count: next.pagination.total }, { revalidate: false });
    }
    const before = cache.get(key)?.data as GroupedResponse | undefined;
    return mergeResponses(next, before, view.tab);
  };
  const { answer: response, refusal } = served.key === key ? served : {};
  const retained = useKept(key, read, response, { isRefused: refusal !== undefined });
  if (refusal === undefined || retained.data !== undefined || retained.error !== undefined) return retained;
  const { data, mutate: reload, isValidating, isLoading } = retained;
  return { data, mutate: reload, isValidating, isLoading, error: refused(refusal) };
}
