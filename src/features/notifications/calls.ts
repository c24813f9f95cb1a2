import { api } from "@/contract/browser";
import {
  choicesAnswer,
  groupedAnswer,
  notificationAnswer,
  notificationListAnswer,
  popupAnswer,
  unreadCountAnswer,
  type NotificationSelection,
  type NotificationStatus,
} from "@/contract/notification";
import { updatedAnswer } from "@/contract/pagination";
import { isRateLimited } from "@/contract/rate-limit";
import * as z from "@/contract/zod";
import { Refused } from "./failure";

/*
 * Loaded when first needed (`import("./calls")`): the contract's shapes are a good part of what a screen would
 * otherwise load before it shows anything.
 */

export const fetchGroups = (path: string) => api.get(path, groupedAnswer);
export const fetchList = (path: string) => api.get(path, notificationListAnswer);
export const fetchChoices = (path: string) => api.get(path, choicesAnswer);
export const fetchUnreadCount = () => api.get("/notifications/unread/count", unreadCountAnswer);
export const fetchNews = (since: string) =>
  api.get(`/notifications/recent/popup?since=${encodeURIComponent(since)}`, popupAnswer);

const verbs = { read: "read", unread: "unread", archived: "archive" } as const;

/** Moves one notification to a status. */
export const markOne = (id: string, status: NotificationStatus) => change(id, verbs[status]);

/** Notes that the post of a notification is opened. */
export const markOpened = (id: string) => change(id, "open");

/** Also while the page is left: opening a post may be the way out of it. */
async function change(id: string, verb: string): Promise<void> {
  const options = { keepalive: true };
  accepted(await api.call("PATCH", `/notifications/${id}/${verb}`, notificationAnswer, undefined, options));
}

/** Deletes one notification, also while the page is left. */
export async function deleteOne(id: string): Promise<void> {
  accepted(await api.call("DELETE", `/notifications/${id}`, z.undefined(), undefined, { keepalive: true }));
}

/** One action on a group or on everything that a tab shows. */
export async function changeMany(
  action: "read" | "archive" | "delete",
  selection: NotificationSelection,
): Promise<void> {
  const options = { keepalive: true };
  accepted(await api.call("POST", `/notifications/${action}`, updatedAnswer, selection, options));
}

function accepted(answer: unknown): void {
  if (isRateLimited(answer)) throw new Refused();
}
