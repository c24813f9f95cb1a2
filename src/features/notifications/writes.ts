import type { NotificationView } from "@/contract/notification";
import { counted } from "@/domain/counted";
import type { Target } from "./operations";
import type { Write } from "./requests";

export type BulkAction = keyof typeof bulk;

export const getTarget = (items: readonly NotificationView[]): Target => ({
  ids: new Set(items.map(({ _id }) => _id)),
});
export const getBody = (items: readonly NotificationView[]) => ({
  body: { ids: items.map(({ _id }) => _id) },
});
export const snoozeWrite = (items: readonly NotificationView[], until: string | null): Write => [
  "snoozeSelected",
  { body: { ...getBody(items).body, until } },
];
export const getChange = (action: BulkAction) => (item: NotificationView) =>
  action === "delete"
    ? null
    : {
        ...item,
        status: action === "archive" ? ("archived" as const) : ("read" as const),
        snoozedUntil: null,
      };

export const didText = (count: number, did: string) =>
  count === 1 && did === "archived" ? "Notification archived" : `${counted(count, "notification")} ${did}`;
export const getFailure = (verb: string, count: number) =>
  verb.startsWith("mark ") ? `Failed to ${verb}` : `Failed to ${verb} notification${count > 1 ? "s" : ""}`;

export const statusWrites = {
  unread: "markSelectedUnread",
  read: "markSelectedRead",
  archived: "archiveSelected",
} as const;
export const verbs = {
  unread: ["mark as unread", "moved back to unread"],
  read: ["mark as read", "marked as read"],
  archived: ["archive", "archived"],
} as const;
/** Operation, result, and the texts of failures for a group and a tab. "move back" marks as read. */
export const bulk = {
  read: ["markSelectedRead", "marked as read", "mark group as read", "mark all as read"],
  archive: ["archiveSelected", "archived", "archive group", "archive all notifications"],
  delete: ["deleteSelected", "deleted", "delete group", "delete all notifications"],
  "move back": ["markSelectedRead", "moved back", "move group back", "move all notifications back"],
} as const;
