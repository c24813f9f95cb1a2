/** Returns the path of an internal link opened in this tab by the click, or null for any other click. */
export function linkLeft(event: MouseEvent) {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button !== 0 || hasModifier) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target === "_blank" || link.hasAttribute("download")) return null;
  const { origin, pathname, search, hash } = new URL(link.href, location.href);
  if (origin !== location.origin || isHere({ pathname, search })) return null;
  return `${pathname}${search}${hash}` as "/";
}

/** Returns the history entry targeted by a cancelable Back or Forward navigation, or null otherwise. */
export function traversalLeft(event: NavigateEvent): string | null {
  const isWayOut = event.navigationType === "traverse" && event.destination.sameDocument;
  return isWayOut && event.cancelable && !isHere(new URL(event.destination.url))
    ? event.destination.key
    : null;
}

function isHere({ pathname, search }: { pathname: string; search: string }): boolean {
  return pathname === location.pathname && search === location.search;
}
