import { useSearchParams } from "next/navigation";
import { createContext, useContext, useEffect } from "react";
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

/** URLs of choices that aren't rendered yet. Meanwhile, Next can set the URL to an earlier one. */
let pending: readonly string[] = [];

/** The view of the latest choice, which the screen follows: quick successive choices aren't lost. */
export function addressedView(hasSearch: boolean): View {
  const { search } = new URL(pending.at(-1) ?? "", window.location.href);
  return getView(new URLSearchParams(search), hasSearch);
}

/** Removes choices once they are rendered, and all choices after another navigation. */
function usePending(address: string): void {
  useEffect(() => {
    const at = pending.indexOf(address);
    pending = at === -1 ? [] : pending.slice(at + 1);
  }, [address]);
  useEffect(() => {
    const forget = () => {
      pending = [];
    };
    window.addEventListener("popstate", forget);
    return () => {
      forget();
      window.removeEventListener("popstate", forget);
    };
  }, []);
}

export function useView(hasSearch: boolean): Pick<Screen, "view" | "go"> {
  const params = useSearchParams().toString();
  const view = getView(new URLSearchParams(params), hasSearch);
  usePending(getAddress(view));
  const go = (change: ViewChange, isTyping = false) => {
    const now = addressedView(hasSearch);
    const requested = { ...now, ...change(now) };
    const next = isSameSearch(now, requested) ? requested : { ...requested, until: "" };
    // A second history entry would make Back do nothing.
    const address = getAddress(next);
    if (address === getAddress(now)) return;
    pending = [...pending, address];
    if (isTyping) window.history.replaceState(null, "", address);
    else window.history.pushState(null, "", address);
    keepOverlayEntry();
    if (next.page === now.page && next.tab === now.tab && next.until === now.until) return;
    window.scrollTo(0, 0);
    document.querySelector("main [data-list]")?.scrollTo(0, 0);
  };
  return { view, go };
}
