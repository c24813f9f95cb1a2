import { useEffect, useRef } from "react";
import type { Listed } from "./operations";
import { groupsKey, lastPage, type View, type ViewChange } from "./view";

/** Loads the next groups when the page becomes empty, or goes to the last existing page. */
export function useFilledPage(
  view: View,
  data: Listed | undefined,
  go: (change: ViewChange) => void,
  reload: () => void,
): void {
  const filled = useRef("");
  useEffect(() => {
    if (data === undefined || data.groupedNotifications.length > 0 || data.pagination.total === 0) return;
    const last = Math.max(1, Math.min(data.pagination.totalPages, lastPage));
    const attempt = `${groupsKey(view)} ${data.pagination.total}`;
    // Don't keep requesting a page that stays empty.
    if (filled.current === attempt) return;
    filled.current = attempt;
    if (view.page > last) go(() => ({ page: last }));
    else reload();
  });
}
