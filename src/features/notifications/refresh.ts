import type { ScopedMutator } from "swr";
import type { NotificationTab } from "@/contract/notification";
import { isKeyOf, notificationReads } from "@/browser/swr-keys";
import { loadLater } from "@/ui/load-later";

const loadChannel = () => import("@/browser/news-channel");

/** Changes made in quick succession are followed by one load. */
const delayMs = 1_000;
/** A user who clears the inbox stays within the rate limit. */
const intervalMs = 10_000;

/** The list on the screen. */
let shown: { key: string; tab: NotificationTab } | null = null;
let refreshedAtMs = -Infinity;
let due: { timer: number; run: () => void } | null = null;

/** Loads counts and lists again, because the server has made a change. */
export function refresh(mutate: ScopedMutator): void {
  window.clearTimeout(due?.timer);
  const run = () => {
    due = null;
    refreshedAtMs = Date.now();
    // Other lists are loaded when they are opened.
    const isOther = (key: unknown) => isKeyOf(key, "listNotificationGroups") && key !== shown?.key;
    void mutate(isOther, undefined, { revalidate: false });
    // The inbox derives the unread count from these.
    const isDerived = (key: unknown) => shown !== null && isKeyOf(key, "countUnread");
    void mutate((key) => isKeyOf(key, ...notificationReads) && !isDerived(key));
    loadLater(loadChannel, ({ notifyOtherTabs }) => notifyOtherTabs());
  };
  const intervalEndsMs = shown === null ? 0 : refreshedAtMs + intervalMs - Date.now();
  const waitMs = Math.max(delayMs, intervalEndsMs);
  due = { run, timer: window.setTimeout(run, waitMs) };
}

/** Without the interval: the list shows something else than the server has. */
export function refreshSoon(mutate: ScopedMutator): void {
  refreshedAtMs = -Infinity;
  refresh(mutate);
}

export const getShown = () => shown;

/** Called when another list is shown (null: none): loads it and the counts if a load is pending. */
export function setShown(next: typeof shown): void {
  shown = next;
  if (due === null) return;
  window.clearTimeout(due.timer);
  due.run();
}
