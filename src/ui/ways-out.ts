/** The path that a click leads away to within the product, in this tab; null for every other click. */
export function linkLeft(event: MouseEvent) {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button !== 0 || hasModifier) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target === "_blank" || link.hasAttribute("download")) return null;
  const { origin, pathname, search, hash } = new URL(link.href, location.href);
  if (origin !== location.origin || isHere({ pathname, search })) return null;
  return `${pathname}${search}${hash}` as "/";
}

/** The history entry that Back or Forward leads away to, where the browser lets it be stopped; null for all else. */
export function traversalLeft(event: NavigateEvent): string | null {
  const isWayOut = event.navigationType === "traverse" && event.destination.sameDocument;
  return isWayOut && event.cancelable && !isHere(new URL(event.destination.url))
    ? event.destination.key
    : null;
}

function isHere({ pathname, search }: { pathname: string; search: string }): boolean {
  return pathname === location.pathname && search === location.search;
}
