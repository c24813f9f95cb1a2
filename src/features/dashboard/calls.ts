import { api } from "@/contract/browser";
import { notificationAnswer, notificationListAnswer, unreadCountAnswer } from "@/contract/notification";
import { statsAnswer } from "@/contract/stats";
import { subscriptionStatusAnswer } from "@/contract/subscription";
import { watchListAnswer } from "@/contract/watch";
import { paths } from "./paths";

/* Loaded when first needed: the page brings the first data, and the shapes weigh more than the screen. */

export const fetchWatches = () => api.get(paths.watches, watchListAnswer);
export const fetchRecent = () => api.get(paths.recent, notificationListAnswer);
export const fetchStats = () => api.get(paths.stats, statsAnswer);
export const fetchUnread = () => api.get(paths.unread, unreadCountAnswer);
export const fetchStatus = () => api.get(paths.status, subscriptionStatusAnswer);

/** Notes that a notification's post is opened; what a limit refuses stays unread, which harms nobody. */
export async function markOpened(id: string): Promise<void> {
  await api.call("PATCH", `/notifications/${id}/open`, notificationAnswer, undefined, { keepalive: true });
}
