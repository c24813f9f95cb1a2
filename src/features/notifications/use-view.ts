import { useSearchParams } from "next/navigation";
import { getAddress, isSameSearch, getView, type View, type ViewChange } from "./view";

/** The view of the URL, which is updated before the screen: quick successive choices aren't lost. */
export const addressedView = (hasSearch: boolean): View =>
  getView(new URLSearchParams(window.location.search), hasSearch);

export function useView(hasSearch: boolean): {
  view: View;
  go: (change: ViewChange, isTyping?: boolean) => void;
} {
  const params = useSearchParams().toString();
  const view = getView(new URLSearchParams(params), hasSearch);
  const go = (change: ViewChange, isTyping = false) => {
    const now = addressedView(hasSearch);
    const requested = { ...now, ...change(now) };
    const next = isSameSearch(now, requested) ? requested : { ...requested, until: "" };
    if (isTyping) window.history.replaceState(null, "", getAddress(next));
    else window.history.pushState(null, "", getAddress(next));
    if (next.page === now.page && next.tab === now.tab && next.until === now.until) return;
    window.scrollTo(0, 0);
    document.querySelector("main [data-list]")?.scrollTo(0, 0);
  };
  return { view, go };
}
