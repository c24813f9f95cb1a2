import type {
  GroupedResponse,
  NotificationGroup,
  NotificationStatus,
  NotificationView,
} from "@/contract/notification";
import { showUndoToast } from "@/ui/undo";
import { isIn } from "./operations";
import type { Write } from "./requests";
import { createRun, type Also, type RunContext } from "./run";
import { isOfStatus } from "./view";
import {
  getBody,
  bulk,
  getChange,
  didText,
  getFailure,
  snoozeWrite,
  statusWrites,
  getTarget,
  verbs,
  type BulkAction,
} from "./writes";

export { sendOnUnload } from "./requests";

export function createActions(context: RunContext) {
  const { tab } = context;
  const run = createRun(context);
  // Actions on groups and entire tabs are only offered in status tabs.
  const status = isOfStatus(tab) ? tab : "unread";

  return {
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
        target: getTarget(changed),
        change: (item) => ({ ...item, status: next, snoozedUntil: null }),
        writes: [
          ...(snoozed.length > 0 ? [snoozeWrite(snoozed, null)] : []),
          ...(others.length > 0 ? [[statusWrites[next], getBody(others)] satisfies Write] : []),
        ],
        failure: getFailure(`${verbs[next][0]}`, changed.length),
        title: moves ? didText(changed.length, verbs[next][1]) : null,
        also,
      });
    },

    star: (items: readonly NotificationView[]) => {
      const unstarred = items.filter(({ starredAt }) => starredAt === null);
      const isStarring = unstarred.length > 0;
      const changed = isStarring ? unstarred : items;
      const starredAt = isStarring ? new Date().toISOString() : null;
      run({
        target: getTarget(changed),
        change: (item) => ({ ...item, starredAt }),
        writes: [[isStarring ? "starSelected" : "unstarSelected", getBody(changed)]],
        failure: getFailure(isStarring ? "star" : "unstar", changed.length),
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
        target: getTarget(items),
        change: (item) => ({ ...item, status: "unread", snoozedUntil: until }),
        writes: [snoozeWrite(items, until)],
        failure: getFailure("snooze", items.length),
        title: didText(items.length, `snoozed until ${said}`),
      }),

    /** Deletes the items. The server can restore them while the undo lasts. */
    remove: (items: readonly NotificationView[]) =>
      run({
        target: getTarget(items),
        change: () => null,
        writes: [["deleteSelected", getBody(items)]],
        failure: getFailure("delete", items.length),
        title: didText(items.length, "deleted"),
      }),

    open: (item: NotificationView) => {
      if (item.status !== "unread" && item.openedAt !== null) return;
      const openedAt = item.openedAt ?? new Date().toISOString();
      run({
        target: getTarget([item]),
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
    changeGroup: (group: NotificationGroup, action: BulkAction) => {
      const [operation, done, failure] = bulk[action];
      run({
        target: { group: group._id },
        change: getChange(action),
        writes: [[operation, { body: { group: group._id, status, until: group.latestNotification } }]],
        failure: `Failed to ${failure}`,
        title: didText(group.count, done),
      });
    },

    changeAll: ({ groupedNotifications, pagination }: GroupedResponse, action: BulkAction) => {
      const [operation, done, , failure] = bulk[action];
      const [until] = groupedNotifications
        .map((group) => group.latestNotification)
        .toSorted()
        .reverse();
      const body = {
        all: true as const,
        status,
        ...(pagination.page === 1 && until !== undefined && { until }),
      };
      run({
        target: { all: true },
        change: getChange(action),
        writes: [[operation, { body }]],
        failure: `Failed to ${failure}`,
        title: didText(pagination.total, done),
      });
    },
  };
}

export type Actions = ReturnType<typeof createActions>;
