"use client";

import { useEffect } from "react";
import type { UnreadCountResponse } from "@/contract/notification";
import { useApi } from "@/contract/swr";
import { formatCount } from "@/domain/counted";
import { useUnreadCount } from "@/contract/leaving";

/** The number of unread notifications beside its entry in the sidebar, in the tab's title and on the app's icon. */
export function UnreadCount({ served, className }: { served: UnreadCountResponse; className?: string }) {
  const { data = served } = useApi("countUnread", {}, served);
  const count = useUnreadCount(data.count);
  useTitlePrefix(count);
  // On the icon of the installed app; elsewhere there is none to set.
  useEffect(() => void navigator.setAppBadge?.(count).catch(() => undefined), [count]);
  if (count === 0) return null;
  return (
    <span className={className}>
      {formatCount(count)}
      <span className="sr-only"> unread</span>
    </span>
  );
}

/** Keeps '(37) ' before whatever title a screen sets. */
function useTitlePrefix(count: number): void {
  useEffect(() => {
    const prefix = count > 0 ? `(${formatCount(count)}) ` : "";
    const write = () => {
      const title = prefix + document.title.replace(/^\([\d,]+\) /, "");
      if (title !== document.title) document.title = title;
    };
    write();
    // A screen's own title may replace the element as well as its text.
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [count]);
}
