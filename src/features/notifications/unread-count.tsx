"use client";

import { useEffect } from "react";
import type { UnreadCountResponse } from "@/contract/notification";
import { useApi } from "@/browser/swr";
import { formatCount } from "@/domain/text/counted";
import { useUnreadCount } from "@/browser/listed-unread";

export function UnreadCount({ served, className }: { served: UnreadCountResponse; className?: string }) {
  const { data = served } = useApi("countUnread", {}, served);
  const count = useUnreadCount(data.count);
  useTitlePrefix(count);
  // Only installed apps have a badge.
  useEffect(() => void navigator.setAppBadge?.(count).catch(() => undefined), [count]);
  if (count === 0) return null;
  return (
    <span className={className}>
      {formatCount(count)}
      <span className="sr-only"> unread</span>
    </span>
  );
}

function useTitlePrefix(count: number): void {
  useEffect(() => {
    const prefix = count > 0 ? `(${formatCount(count)}) ` : "";
    const write = () => {
      const title = prefix + document.title.replace(/^\([\d,]+\) /, "");
      if (title !== document.title) document.title = title;
    };
    write();
    // Screens can replace the title element as well as its text.
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [count]);
}
