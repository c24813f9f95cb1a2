import { useEffect, useRef } from "react";
import { useSWRConfig } from "swr";
import { leavesWithOthers, setLeaving, type LeavingByKey } from "@/contract/leaving";
import type {
  GroupedResponse,
  NotificationGroup,
  NotificationStatus,
  NotificationTab,
  NotificationView,
  UnreadCountResponse,
} from "@/contract/notification";
import { isKeyOf, keyOf, notificationReads } from "@/contract/swr-keys";
import { untilRefused, type Also, type Attempt, type Change, type Removal } from "./attempt";
import { preloadClient, send, sendBare } from "./requests";
import { registerUndo, showUndoToast } from "@/ui/undo";
import { isGone, sayFailure } from "./failure";
import { dropGroup, dropGroups, dropItem, isIn, markGroups, putGroup, putItem } from "./groups";
import { staysIn } from "./several";
import { usePutOff } from "./use-put-off";
import { useSeveral } from "./use-several";
import { isOfStatus, type View } from "./view";

/** Debounce for reloading other data after actions. */
const refreshMs = 1_000;

/** Actions on notifications. Updates are optimistic and rolled back if the server rejects them. */
export function useActions(view: View, ownKey: string) {
  const { mutate } = useSWRConfig();
  const putOff = usePutOff();
  const refreshTimer = useRef(0);
  const { tab } = view;
  // Actions on groups and entire tabs are only offered in status tabs.
  const status = isOfStatus(tab) ? tab : "unread";
  // Load the client early: requests sent while the page unloads can't load it.
  useEffect(preloadClient, []);

  const change = (next: Change) =>
    void mutate<GroupedResponse>(ownKey, (response) => response && next(response), { revalidate: false });
  const countUnread = (by: number) =>
    void mutate<UnreadCountResponse>(
      keyOf("countUnread"),
      (response) => response && { count: Math.max(0, response.count + by) },
      { revalidate: false },
    );
  const refresh = (isOwnToo: boolean) => {
    window.clearTimeout(refreshTimer.current);
    refreshTimer.current = window.setTimeout(
      () => void mutate((key) => isKeyOf(key, ...notificationReads) && (isOwnToo || key !== ownKey)),
      refreshMs,
    );
  };

  const sendOrPutBack = async ({ failure, unread, putBack, writes }: Omit<Attempt, "show">) => {
    try {
      for (const write of writes) await send(write);
      refresh(false);
      return true;
    } catch (error) {
      change(putBack);
      countUnread(-unread);
      sayFailure(failure, error);
      return false;
    }
  };
  /** Resolves to whether the request succeeded. */
  const attempt = (work: Attempt, after: Promise<unknown> = Promise.resolve()): Promise<boolean> => {
    change(work.show);
    countUnread(work.unread);
    return after.then(() => sendOrPutBack(work));
  };
  const shownAs =
    (group: NotificationGroup, item: NotificationView): Change =>
    (response) =>
      staysIn(tab, item) ? putItem(response, group, item, tab) : dropItem(response, item._id, tab);
  const move = (
    group: NotificationGroup,
    [item, moved]: readonly [NotificationView, NotificationView],
    after?: Promise<unknown>,
  ) =>
    attempt(
      {
        failure: failures[moved.status],
        unread: Number(moved.status === "unread") - Number(item.status === "unread"),
        show: shownAs(group, moved),
        putBack: shownAs(group, item),
        writes: [[moves[moved.status], { params: { id: item._id } }]],
      },
      after,
    );
  /**
   * Delays a deletion while it can be undone. The item is marked as leaving until the server has deleted it,
   * and then dropped from the data in one step.
   */
  const remove = (key: string, { failure, counts, ids, drop, onSent, write }: Removal) => {
    putOff.start(key, { tab, ...counts, ids }, ({ isLeaving }) => {
      onSent?.();
      if (isLeaving && sendBare(write)) return setLeaving(key, null);
      send(write).then(
        () => {
          change(drop);
          countUnread(-counts.unread);
          setLeaving(key, null);
          refresh(true);
        },
        (error: unknown) => {
          setLeaving(key, null);
          // Already deleted.
          if (isGone(error)) refresh(true);
          else sayFailure(failure, error);
        },
      );
    });
  };

  const several = useSeveral({ tab, attempt, remove, takeBack: putOff.stop });

  return {
    ...several,
    leaving: putOff.leaving,
    undo: putOff.stop,

    mark: (group: NotificationGroup, item: NotificationView, status: NotificationStatus, also?: Also) => {
      if (item.snoozedUntil !== null) return several.markSeveral([{ group, item }], status, also);
      const moved = { ...item, status, snoozedUntil: null };
      const done = status === item.status ? undefined : move(group, [item, moved]);
      const isTold = (status === "archived") !== (item.status === "archived");
      const undo = () => {
        also?.undo();
        // Send the undo only after the change has finished.
        if (done !== undefined) void move(group, [moved, item], done);
      };
      const title = status === "archived" ? "Notification archived" : "Moved back to unread";
      if (also !== undefined) showUndoToast(also, undo);
      else if (done !== undefined)
        untilRefused(done, isTold ? showUndoToast({ title }, undo) : registerUndo(undo));
    },

    /** Records that the post was opened, and marks it as read. */
    open: (group: NotificationGroup, item: NotificationView) => {
      if (item.status !== "unread" && item.openedAt !== null) return;
      const status = item.status === "unread" ? "read" : item.status;
      const openedAt = item.openedAt ?? new Date().toISOString();
      const opened = { ...item, status, openedAt, snoozedUntil: null };
      void attempt({
        failure: failures.opened,
        unread: -Number(isIn(item, "unread")),
        show: (response) => putItem(response, group, opened, tab),
        putBack: (response) => putItem(response, group, item, tab),
        writes: [["openNotification", { params: { id: item._id } }]],
      });
    },

    remove: (item: NotificationView) =>
      remove(item._id, {
        failure: failures.delete,
        counts: { count: Number(isIn(item, tab)), unread: Number(isIn(item, "unread")) },
        drop: (response) => dropItem(response, item._id, tab),
        write: ["deleteNotification", { params: { id: item._id } }],
      }),

    markGroup: (group: NotificationGroup, action: "read" | "archive") => {
      putOff.endAll();
      const next = action === "read" ? "read" : "archived";
      void attempt({
        failure: groupFailures[action],
        unread: tab === "unread" ? -group.count : 0,
        show: (response) =>
          action === "read" ? markGroups(response, [group._id], next) : dropGroups(response, [group._id]),
        putBack: (response) => putGroup(response, group),
        writes: [[changes[action], { body: { group: group._id, status } }]],
      });
    },

    /** Excludes notifications that arrive while the deletion can be undone. */
    removeGroup: (group: NotificationGroup) => {
      const selection = { group: group._id, status, until: group.latestNotification };
      const count = shownCount(group, putOff.leaving, tab);
      remove(groupKey(group), {
        failure: groupFailures.delete,
        counts: { count, unread: tab === "unread" ? count : 0 },
        drop: (response) => dropGroup(response, group),
        write: ["deleteSelected", { body: selection }],
      });
    },

    changeAll: (before: GroupedResponse, action: "read" | "archive" | "delete") => {
      putOff.endAll();
      const ids = before.groupedNotifications.map(({ _id }) => _id);
      const none: Change = (response) => ({
        ...response,
        pagination: { ...response.pagination, total: 0, totalPages: 0, hasMore: false },
      });
      void attempt({
        failure: allFailures[action],
        unread: tab === "unread" ? -before.pagination.total : 0,
        show: (response) =>
          none(action === "read" ? markGroups(response, ids, "read") : dropGroups(response, ids)),
        putBack: () => before,
        writes: [[changes[action], { body: { all: true, status } }]],
      });
    },
  };
}

export type Actions = ReturnType<typeof useActions>;

/** The group's count in its tab, excluding items that are being deleted. */
export function shownCount(group: NotificationGroup, leaving: LeavingByKey, tab: NotificationTab): number {
  const isGone = (id: string) => leaving.has(id) || leavesWithOthers(leaving, id);
  const gone = group.notifications.filter((item) => isGone(item._id) && isIn(item, tab)).length;
  return Math.max(0, group.count - gone - (leaving.get(groupKey(group))?.count ?? 0));
}

/** Separates group deletions from notification deletions. */
export function groupKey(group: NotificationGroup): string {
  return `group ${group._id}`;
}

const moves = { read: "markRead", unread: "markUnread", archived: "archiveNotification" } as const;
const changes = { read: "markSelectedRead", archive: "archiveSelected", delete: "deleteSelected" } as const;

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
