import { useSearchParams } from "next/navigation";
import { createContext, useContext } from "react";
import type { SiteView } from "@/contract/place-queries";
import { keepOverlayEntry } from "@/ui/back-closes";
import type { Actions } from "./actions";
import { getAddress, getView, isSameSearch, type View, type ViewChange } from "./view";

export interface Screen {
  view: View;
  go: (change: ViewChange, isTyping?: boolean) => void;
  hasSearch: boolean;
  /** When the page was rendered; later notifications count as new. */
  servedAt: Date;
  now: Date;
  timeZone: string;
  /** All sites, including those this server doesn't read. */
  sites: readonly SiteView[];
  actions: Actions;
}

export const ScreenContext = createContext<Screen | null>(null);

export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (screen === null) throw new Error("A row is shown outside of its screen.");
  return screen;
}

/** Returns a lookup of site display names. Falls back to the id for sites that Earshot no longer knows. */
export function useSiteNames(): (id: string) => string {
  const { sites } = useScreen();
  return (id) => sites.find((site) => site.id === id)?.name ?? id;
}

/** The view of the URL, which is updated before the screen: quick successive choices aren't lost. */
export const addressedView = (hasSearch: boolean): View =>
  getView(new URLSearchParams(window.location.search), hasSearch);

export function useView(hasSearch: boolean): Pick<Screen, "view" | "go"> {
  const params = useSearchParams().toString();
  const view = getView(new URLSearchParams(params), hasSearch);
  const go = (change: ViewChange, isTyping = false) => {
    const now = addressedView(hasSearch);
    const requested = { ...now, ...change(now) };
    const next = isSameSearch(now, requested) ? requested : { ...requested, until: "" };
    if (getAddress(next) === getAddress(now)) return;
    if (isTyping) window.history.replaceState(null, "", getAddress(next));
    else window.history.pushState(null, "", getAddress(next));
    keepOverlayEntry();
    if (next.page === now.page && next.tab === now.tab && next.until === now.until) return;
    window.scrollTo(0, 0);
    document.querySelector("main [data-list]")?.scrollTo(0, 0);
  };
  return { view, go };
}
