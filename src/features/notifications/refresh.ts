import type { ScopedMutator } from "swr";
import { isKeyOf, notificationReads } from "@/contract/swr-keys";

/** Changes made in quick succession are followed by one load. */
const delayMs = 1_000;
/** A user who clears the inbox stays within the rate limit. */
const intervalMs = 10_000;

/** The key of the list on the screen. */
let shownKey: string | null = null;
let refreshedAtMs = -Infinity;
let due: { timer: number; run: () => void } | null = null;

/** Loads counts and lists again, because the server has made a change. */
export function refresh(mutate: ScopedMutator): void {
  window.clearTimeout(due?.timer);
  const run = () => {
    due = null;
    refreshedAtMs = Date.now();
    // Other lists are loaded when they are opened.
    const isOther = (key: unknown) => isKeyOf(key, "listNotificationGroups") && key !== shownKey;
    void mutate(isOther, undefined, { revalidate: false });
    // The inbox derives the unread count from these.
    const isDerived = (key: unknown) => shownKey !== null && isKeyOf(key, "countUnread");
    void mutate((key) => isKeyOf(key, ...notificationReads) && !isDerived(key));
    void import("./popup-lead").then(({ notifyOtherTabs }) => notifyOtherTabs());
  };
  const intervalEndsMs = shownKey === null ? 0 : refreshedAtMs + intervalMs - Date.now();
  const waitMs = Math.max(delayMs, intervalEndsMs);
  due = { run, timer: window.setTimeout(run, waitMs) };
}

/** Without the interval: the list shows something else than the server has. */
export function refreshSoon(mutate: ScopedMutator): void {
  refreshedAtMs = -Infinity;
  refresh(mutate);
}

/** Called when another list is shown (null: none): loads it and the counts if a load is pending. */
export function setShown(key: string | null): void {
  shownKey = key;
  if (due === null) return;
  window.clearTimeout(due.timer);
  due.run();
}
