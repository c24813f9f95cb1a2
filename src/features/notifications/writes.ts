import type { NotificationView } from "@/contract/notification";
import { counted } from "@/domain/counted";
import type { Target } from "./operations";
import type { Write } from "./requests";

export type BulkAction = keyof typeof bulkWrites;

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
export const bulkWrites = {
  read: "markSelectedRead",
  archive: "archiveSelected",
  delete: "deleteSelected",
  /** Archived notifications return as read ones. */
  "move back": "markSelectedRead",
} as const;
export const bulkDone = {
  read: "marked as read",
  archive: "archived",
  delete: "deleted",
  "move back": "moved back",
} as const;
export const groupFailures = {
  read: "Failed to mark group as read",
  archive: "Failed to archive group",
  delete: "Failed to delete group",
  "move back": "Failed to move group back",
} as const;
export const allFailures = {
  read: "Failed to mark all as read",
  archive: "Failed to archive all notifications",
  delete: "Failed to delete all notifications",
  "move back": "Failed to move all notifications back",
} as const;
