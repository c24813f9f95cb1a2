import { useSearchParams } from "next/navigation";
import { useSWRConfig } from "swr";
import type { GroupedResponse } from "@/contract/notification";
import { asReloaded } from "./groups";
import { addressOf, groupsKey, isSameSearch, viewOf, type View, type ViewChange } from "./view";

/**
 * What was chosen last. The address changes at once, the screen a moment later: what goes on from the view goes on from this, so
 * that quick choices are all kept.
 */
export const addressedView = (hasSearch: boolean): View =>
  viewOf(new URLSearchParams(window.location.search), hasSearch);

/** The view of the address, and the way to another: no page is loaded for it, its data alone. */
export function useView(hasSearch: boolean): {
  view: View;
  go: (change: ViewChange, isTyping?: boolean) => void;
} {
  const params = useSearchParams().toString();
  const { cache, mutate } = useSWRConfig();
  const view = viewOf(new URLSearchParams(params), hasSearch);
  const go = (change: ViewChange, isTyping = false) => {
    const now = addressedView(hasSearch);
    const asked = { ...now, ...change(now) };
    const next = isSameSearch(now, asked) ? asked : { ...asked, until: "" };
    const key = groupsKey(next);
    // A view that was seen before is shown at once, without what was changed in it, and loaded anew.
    if (cache.get(key)?.data !== undefined) {
      void mutate<GroupedResponse>(key, (answer) => answer && asReloaded(answer, next.tab));
    }
    if (isTyping) window.history.replaceState(null, "", addressOf(next));
    else window.history.pushState(null, "", addressOf(next));
    if (next.page !== now.page || next.tab !== now.tab || next.until !== now.until) window.scrollTo(0, 0);
  };
  return { view, go };
}
