import { useEffect, useRef } from "react";
import { useSWRConfig } from "swr";
import type {
  GroupedAnswer,
  NotificationGroup,
  NotificationStatus,
  NotificationView,
  UnreadCountAnswer,
} from "@/contract/notification";
import { dropGroups, dropItem, markGroups, putGroup, putItem } from "./groups";
import { sayFailure } from "./failure";
import { sendLeaving, type Write } from "./leave-call";
import { areCallsLoaded, preloadCalls, withCalls, type Calls } from "./load-calls";
import { usePutOff } from "./use-put-off";
import type { View } from "./view";

/** Reloads what an action may have changed elsewhere, once for a burst of them. */
const refreshMs = 1_000;
const unreadCountKey = "/notifications/unread/count";

type Change = (answer: GroupedAnswer) => GroupedAnswer;

interface Attempt {
  /** Names the action to the user should it fail. */
  failure: string;
  /** By how much the number of unread notifications changes. */
  unread: number;
  show: Change;
  putBack: Change;
  send: (calls: Calls) => Promise<void>;
}

/** What can be done with notifications: each action shows at once, and a refusal puts back what it changed. */
export function useActions(view: View, path: string) {
  const { mutate } = useSWRConfig();
  const putOff = usePutOff();
  const refreshTimer = useRef(0);
  const { tab } = view;
  // What is to be sent while the page is left can't be loaded then.
  useEffect(preloadCalls, []);

  const change = (next: Change) =>
    void mutate<GroupedAnswer>(path, (answer) => answer && next(answer), { revalidate: false });
  const countUnread = (by: number) =>
    void mutate<UnreadCountAnswer>(
      unreadCountKey,
      (answer) => answer && { count: Math.max(0, answer.count + by) },
      { revalidate: false },
    );
  const refresh = (isOwnToo: boolean) => {
    window.clearTimeout(refreshTimer.current);
    refreshTimer.current = window.setTimeout(
      () =>
        void mutate(
          (key) => typeof key === "string" && key.startsWith("/notifications") && (isOwnToo || key !== path),
        ),
      refreshMs,
    );
  };

  const send = async ({ failure, unread, putBack, send: call }: Omit<Attempt, "show">, isDelete = false) => {
    try {
      await withCalls(call);
      refresh(isDelete);
    } catch (error) {
      change(putBack);
      countUnread(-unread);
      sayFailure(failure, error);
    }
  };
  const attempt = (work: Attempt) => {
    change(work.show);
    countUnread(work.unread);
    void send(work);
  };

  return {
    waiting: putOff.keys,
    undo: (key: string, unread: number) => {
      putOff.stop(key);
      countUnread(unread);
    },

    mark: (group: NotificationGroup, item: NotificationView, status: NotificationStatus) => {
      const moved = { ...item, status };
      // Between unread and read it stays where it is, to and from the archive it leaves.
      const isLeaving = (status === "archived") !== (tab === "archived");
      attempt({
        failure: failures[status],
        unread: Number(status === "unread") - Number(item.status === "unread"),
        show: (answer) => (isLeaving ? dropItem(answer, item._id, tab) : putItem(answer, group, moved, tab)),
        putBack: (answer) => putItem(answer, group, item, tab),
        send: (calls) => calls.markOne(item._id, status),
      });
    },

    /** Its post is being opened: that is noted, and what was unread is read. */
    open: (group: NotificationGroup, item: NotificationView) => {
      if (item.status !== "unread" && item.openedAt !== null) return;
      const status = item.status === "unread" ? "read" : item.status;
      const opened = { ...item, status, openedAt: item.openedAt ?? new Date().toISOString() };
      attempt({
        failure: failures.opened,
        unread: -Number(item.status === "unread"),
        show: (answer) => putItem(answer, group, opened, tab),
        putBack: (answer) => putItem(answer, group, item, tab),
        send: (calls) => calls.markOpened(item._id),
      });
    },

    remove: (group: NotificationGroup, item: NotificationView) => {
      const unread = -Number(item.status === "unread");
      countUnread(unread);
      putOff.start(item._id, ({ isLeaving }) => {
        if (leave(isLeaving, { method: "DELETE", path: `/notifications/${item._id}` })) return;
        change((answer) => dropItem(answer, item._id, tab));
        const putBack: Change = (answer) => putItem(answer, group, item, tab);
        const call = (calls: Calls) => calls.deleteOne(item._id);
        void send({ failure: failures.delete, unread, putBack, send: call }, true);
      });
    },

    markGroup: (group: NotificationGroup, action: "read" | "archive") => {
      const status = action === "read" ? "read" : "archived";
      attempt({
        failure: groupFailures[action],
        unread: tab === "unread" ? -group.count : 0,
        show: (answer) =>
          action === "read" ? markGroups(answer, [group._id], status) : dropGroups(answer, [group._id]),
        putBack: (answer) => putGroup(answer, group),
        send: (calls) => calls.changeMany(action, { group: group._id, status: tab }),
      });
    },

    removeGroup: (group: NotificationGroup) => {
      const unread = tab === "unread" ? -group.count : 0;
      countUnread(unread);
      const selection = { group: group._id, status: tab };
      putOff.start(groupKey(group), ({ isLeaving }) => {
        if (leave(isLeaving, { method: "POST", path: "/notifications/delete", body: selection })) return;
        change((answer) => dropGroups(answer, [group._id]));
        const putBack: Change = (answer) => putGroup(answer, group);
        const call = (calls: Calls) => calls.changeMany("delete", selection);
        void send({ failure: groupFailures.delete, unread, putBack, send: call }, true);
      });
    },

    changeAll: (before: GroupedAnswer, action: "read" | "archive" | "delete") => {
      const ids = before.groupedNotifications.map(({ _id }) => _id);
      const none: Change = (answer) => ({
        ...answer,
        pagination: { ...answer.pagination, total: 0, totalPages: 0, hasMore: false },
      });
      attempt({
        failure: allFailures[action],
        unread: tab === "unread" ? -before.pagination.total : 0,
        show: (answer) => none(action === "read" ? markGroups(answer, ids, "read") : dropGroups(answer, ids)),
        putBack: () => before,
        send: (calls) => calls.changeMany(action, { all: true, status: tab }),
      });
    },
  };
}

/** True where the page is left before the calls were there: then the write is sent without them. */
function leave(isLeaving: boolean, write: Write): boolean {
  if (!isLeaving || areCallsLoaded()) return false;
  sendLeaving(write);
  return true;
}

export type Actions = ReturnType<typeof useActions>;

/** A group waits to be deleted under another key than a notification. */
export function groupKey(group: NotificationGroup): string {
  return `group ${group._id}`;
}

const failures = {
  read: "Failed to mark as read",
  unread: "Failed to mark as unread",
  archived: "Failed to archive notification",
  opened: "Failed to mark as opened",
  delete: "Failed to delete notification",
} as const;
const groupFailures = {
  read: "Failed to mark group as read",
  archive: "Failed to archive group",
  delete: "Failed to delete group",
} as const;
const allFailures = {
  read: "Failed to mark all as read",
  archive: "Failed to archive all notifications",
  delete: "Failed to delete all notifications",
} as const;
