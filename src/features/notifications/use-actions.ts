import { useEffect, useRef } from "react";
import { useSWRConfig } from "swr";
import type {
  GroupedResponse,
  NotificationGroup,
  NotificationStatus,
  NotificationView,
} from "@/contract/notification";
import type { Undo } from "@/contract/pagination";
import { isKeyOf, notificationReads } from "@/contract/swr-keys";
import { counted } from "@/domain/counted";
import { registerUndo, showUndoToast } from "@/ui/undo";
import { sayFailure } from "./failure";
import { addOperation, currentOperations, dropOperation, enqueueRequest, flushRequests, settleOperation } from "./operation-store";
import { isIn, isMissing, withOperations, type Listed, type Target } from "./operations";
import { preloadClient, send, type Write } from "./requests";
import { isOfStatus, type View } from "./view";

/** Debounce for reloading other data after actions. */
const refreshMs = 1_000;
/** Undoing later than this reloads the list instead of dropping the operation. */
const retainedMs = 30_000;

/** Another change made by the same action, with its toast text. Undone together with it. */
export interface Also {
  title: string;
  text: string;
  undo: () => void;
}

interface Act {
  target: Target;
  change: (item: NotificationView) => NotificationView | null;
  /** Sent in order. */
  writes: readonly Write[];
  /** Title of the error toast. */
  failure: string;
  /** Title of the undo toast. Null: undo has no toast; undefined: it can't be undone. */
  title?: string | null;
  also?: Also | undefined;
}

/**
 * Actions on notifications. The screen shows the server's data with the pending operations; a refused or
 * undone operation is dropped.
 */
export function useActions(view: View, ownKey: string, reload: () => Promise<unknown>) {
  const { cache, mutate } = useSWRConfig();
  const refreshTimer = useRef(0);
  const { tab } = view;
  // Actions on groups and entire tabs are only offered in status tabs.
  const status = isOfStatus(tab) ? tab : "unread";
  // Load the client early: requests sent while the page unloads can't load it.
  useEffect(() => {
    preloadClient();
    window.addEventListener("pagehide", flushRequests);
    return () => window.removeEventListener("pagehide", flushRequests);
  }, []);

  const listed = () => cache.get(ownKey)?.data as Listed | undefined;
  const refresh = () => {
    window.clearTimeout(refreshTimer.current);
    refreshTimer.current = window.setTimeout(() => {
      // Other tabs are loaded again when they are opened.
      const isOther = (key: unknown) => isKeyOf(key, "listNotificationGroups") && key !== ownKey;
      void mutate(isOther, undefined, { revalidate: false });
      void mutate((key) => isKeyOf(key, ...notificationReads));
    }, refreshMs);
  };
  /** Makes the operation part of the data, so the list of operations stays short. */
  const commit = (id: number) => {
    const operation = currentOperations().find((one) => one.id === id);
    if (operation === undefined) return;
    void mutate<Listed>(ownKey, (before) => before && withOperations(before, tab, [operation]), {
      revalidate: false,
    });
    dropOperation(id);
  };

  const run = ({ target, change, writes, failure, title, also }: Act): void => {
    const operation = addOperation({ target, tab, change });
    const undos: Undo[] = [];
    const done = enqueueRequest(async () => {
      for (const write of writes) {
        const undo = await send(write);
        if (undo !== undefined) undos.unshift(undo);
      }
    }).then(
      () => {
        settleOperation(operation.id);
        window.setTimeout(() => commit(operation.id), retainedMs);
        refresh();
        return true;
      },
      (error: unknown) => {
        dropOperation(operation.id);
        forget?.();
        sayFailure(failure, error);
        refresh();
        return false;
      },
    );
    const undo = () => {
      also?.undo();
      const current = currentOperations().find(({ id }) => id === operation.id);
      const data = listed();
      const isShown = current !== undefined && data !== undefined && isMissing(current, data);
      dropOperation(operation.id);
      void done.then(async (isDone) => {
        if (!isDone) return;
        try {
          await enqueueRequest(async () => {
            for (const { token } of undos) await send(["undoChange", { params: { token } }]);
          });
          if (!isShown) await reload();
          refresh();
        } catch (error) {
          sayFailure("Failed to undo", error);
          await reload();
        }
      });
    };
    let forget: (() => void) | undefined;
    // The other change can be undone even if this one is refused.
    if (also !== undefined) showUndoToast(also, undo);
    else if (title === null) forget = registerUndo(undo);
    else if (title !== undefined) forget = showUndoToast({ title }, undo);
  };

  return {
    /** Changes only the items with another status. */
    mark: (items: readonly NotificationView[], next: NotificationStatus, also?: Also) => {
      const changed = items.filter((item) => !isIn(item, next));
      if (changed.length === 0) {
        if (also !== undefined) showUndoToast(also, also.undo);
        return;
      }
      // Snoozed items are already unread: only end the snooze.
      const snoozed = next === "unread" ? changed.filter((item) => item.snoozedUntil !== null) : [];
      const others = changed.filter((item) => !snoozed.includes(item));
      const moves = next === "archived" || tab === "archived" || items.length > 1 || snoozed.length > 0;
      run({
        target: targetOf(changed),
        change: (item) => ({ ...item, status: next, snoozedUntil: null }),
        writes: [
          ...(snoozed.length > 0 ? [snoozeWrite(snoozed, null)] : []),
          ...(others.length > 0 ? [[statusWrites[next], bodyOf(others)] satisfies Write] : []),
        ],
        failure: failureOf(`${verbs[next][0]}`, changed.length),
        title: moves ? didText(changed.length, verbs[next][1]) : null,
        also,
      });
    },

    /** Stars the unstarred items, or removes all stars if every item has one. */
    star: (items: readonly NotificationView[]) => {
      const unstarred = items.filter(({ starredAt }) => starredAt === null);
      const isStarring = unstarred.length > 0;
      const changed = isStarring ? unstarred : items;
      const starredAt = isStarring ? new Date().toISOString() : null;
      run({
        target: targetOf(changed),
        change: (item) => ({ ...item, starredAt }),
        writes: [[isStarring ? "starSelected" : "unstarSelected", bodyOf(changed)]],
        failure: failureOf(isStarring ? "star" : "unstar", changed.length),
        // A new star is visible.
        title:
          isStarring && items.length === 1
            ? null
            : didText(changed.length, isStarring ? "starred" : "unstarred"),
      });
    },

    /** Hides the items until a time, when they are unread again. `said`: the time as shown to the user. */
    snooze: (items: readonly NotificationView[], until: string, said: string) =>
      run({
        target: targetOf(items),
        change: (item) => ({ ...item, status: "unread", snoozedUntil: until }),
        writes: [snoozeWrite(items, until)],
        failure: failureOf("snooze", items.length),
        title: didText(items.length, `snoozed until ${said}`),
      }),

    /** Deletes the items. The server can restore them while the undo lasts. */
    remove: (items: readonly NotificationView[]) =>
      run({
        target: targetOf(items),
        change: () => null,
        writes: [["deleteSelected", bodyOf(items)]],
        failure: failureOf("delete", items.length),
        title: didText(items.length, "deleted"),
      }),

    /** Records that the post was opened, and marks it as read. */
    open: (item: NotificationView) => {
      if (item.status !== "unread" && item.openedAt !== null) return;
      const openedAt = item.openedAt ?? new Date().toISOString();
      run({
        target: targetOf([item]),
        change: (before) => ({
          ...before,
          status: before.status === "unread" ? "read" : before.status,
          openedAt,
          snoozedUntil: null,
        }),
        writes: [["openNotification", { params: { id: item._id } }]],
        failure: "Failed to mark as opened",
      });
    },

    /** Excludes matches that the screen doesn't show yet. */
    changeGroup: (group: NotificationGroup, action: BulkAction) =>
      run({
        target: { group: group._id },
        change: changeOf(action),
        writes: [
          [bulkWrites[action], { body: { group: group._id, status, until: group.latestNotification } }],
        ],
        failure: `Failed to ${bulkVerbs[action][0]} group`,
        title: didText(group.count, bulkVerbs[action][1]),
      }),

    changeAll: (response: GroupedResponse, action: BulkAction) => {
      const [first] = response.groupedNotifications.toSorted((one, other) =>
        other.latestNotification.localeCompare(one.latestNotification),
      );
      const isFirstPage = response.pagination.page === 1;
      const until = isFirstPage && first !== undefined ? { until: first.latestNotification } : {};
      run({
        target: { all: true },
        change: changeOf(action),
        writes: [[bulkWrites[action], { body: { all: true, status, ...until } }]],
        failure: `Failed to ${bulkVerbs[action][0]} all`,
        title: didText(response.pagination.total, bulkVerbs[action][1]),
      });
    },
  };
}

export type Actions = ReturnType<typeof useActions>;
export type BulkAction = keyof typeof bulkWrites;

const targetOf = (items: readonly NotificationView[]): Target => ({
  ids: new Set(items.map(({ _id }) => _id)),
});
const bodyOf = (items: readonly NotificationView[]) => ({ body: { ids: items.map(({ _id }) => _id) } });
const snoozeWrite = (items: readonly NotificationView[], until: string | null): Write => [
  "snoozeSelected",
  { body: { ...bodyOf(items).body, until } },
];
const changeOf = (action: BulkAction) => (item: NotificationView) =>
  action === "delete"
    ? null
    : { ...item, status: action === "archive" ? ("archived" as const) : ("read" as const), snoozedUntil: null };

const didText = (count: number, did: string) => `${counted(count, "notification")} ${did}`;
const failureOf = (verb: string, count: number) =>
  verb.startsWith("mark ") ? `Failed to ${verb}` : `Failed to ${verb} notification${count > 1 ? "s" : ""}`;

const statusWrites = {
  unread: "markSelectedUnread",
  read: "markSelectedRead",
  archived: "archiveSelected",
} as const;
const verbs = {
  unread: ["mark as unread", "moved back to unread"],
  read: ["mark as read", "marked as read"],
  archived: ["archive", "archived"],
} as const;
const bulkWrites = {
  read: "markSelectedRead",
  archive: "archiveSelected",
  delete: "deleteSelected",
  /** Archived notifications return as read ones. */
  "move back": "markSelectedRead",
} as const;
const bulkVerbs = {
  read: ["mark as read", "marked as read"],
  archive: ["archive", "archived"],
  delete: ["delete", "deleted"],
  "move back": ["move back", "moved back"],
} as const;
