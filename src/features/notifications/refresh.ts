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
    void mutate((key) => isKeyOf(key, ...notificationReads) && !isKeyOf(key, "countUnread"));
    void import("./popup-lead").then(({ notifyOtherTabs }) => notifyOtherTabs());
  };
  const waitMs = Math.max(delayMs, refreshedAtMs + intervalMs - Date.now());
  due = { run, timer: window.setTimeout(run, waitMs) };
}

/** Without the interval: the list shows something else than the server has. */
export function refreshSoon(mutate: ScopedMutator): void {
  refreshedAtMs = -Infinity;
  refresh(mutate);
}

/** Another list is shown, with its counts: loads what is due. Null after leaving the inbox. */
export function setShown(key: string | null): void {
  shownKey = key;
  if (due === null) return;
  window.clearTimeout(due.timer);
  due.run();
}
