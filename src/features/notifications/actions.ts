import { useLayoutEffect } from "react";
import { useSWRConfig } from "swr";
import type {
  GroupedResponse,
  NotificationGroup,
  NotificationStatus,
  NotificationView,
} from "@/contract/notification";
import { counted } from "@/domain/text/counted";
import { showUndoToast } from "@/ui/undo";
import { leaveRow, returnToRow } from "./chosen-row";
import { isIn, staysIn, type Target } from "./operations";
import { setShown } from "./refresh";
import { createRun, type Also, type RunContext } from "./run";
import type { Write } from "./send";
import { isOfStatus } from "./view";

export type BulkAction = keyof typeof bulk;

/** Operation, and the texts of failures and results. */
const marks = {
  unread: ["markSelectedUnread", "mark as unread", "moved back to unread"],
  read: ["markSelectedRead", "mark as read", "marked as read"],
  archived: ["archiveSelected", "archive", "archived"],
} as const;
/** Operation, result, and the texts of failures for a group and a tab. "move back" marks as read. */
const bulk = {
  read: ["markSelectedRead", "marked as read", "mark group as read", "mark all as read"],
  archive: ["archiveSelected", "archived", "archive group", "archive all notifications"],
  delete: ["deleteSelected", "deleted", "delete group", "delete all notifications"],
  "move back": ["markSelectedRead", "moved back", "move group back", "move all notifications back"],
} as const;

const getIds = (items: readonly NotificationView[]) => items.map(({ _id }) => _id);
const getBody = (items: readonly NotificationView[]) => ({ body: { ids: getIds(items) } });
const snoozeWrite = (items: readonly NotificationView[], until: string | null): Write => [
  "snoozeSelected",
  { body: { ids: getIds(items), until } },
];

const didText = (count: number, did: string) =>
  count === 1 && did === "archived" ? "Notification archived" : `${counted(count, "notification")} ${did}`;
const getFailure = (verb: string, count: number) =>
  verb.startsWith("mark ") ? `Failed to ${verb}` : `Failed to ${verb} notification${count > 1 ? "s" : ""}`;

/** Actions on notifications. Loaded with the screen: a press in its first moments must not be lost. */
export function useActions({ tab, ownKey, reload }: Pick<RunContext, "tab" | "ownKey" | "reload">) {
  const { cache, mutate } = useSWRConfig();
  useLayoutEffect(() => setShown({ key: ownKey, tab }), [ownKey, tab]);
  useLayoutEffect(() => () => setShown(null), []);
  return createActions({ tab, ownKey, reload, cache, mutate });
}

export type Actions = ReturnType<typeof createActions>;

function createActions(context: RunContext) {
  const { tab } = context;
  const run = createRun(context);
  // Actions on groups and entire tabs are only offered in status tabs.
  const status = isOfStatus(tab) ? tab : "unread";
  const runOn = (items: readonly NotificationView[], act: Omit<Parameters<typeof run>[0], "target">) => {
    const [first] = items;
    const changed = first && act.change(first);
    const isLeaving = first !== undefined && !(changed && staysIn(tab, changed));
    if (isLeaving && items.length === 1) leaveRow(first._id);
    const onUndone = isLeaving ? () => returnToRow(first._id) : undefined;
    run({ target: { ids: new Set(getIds(items)) }, onUndone, ...act });
  };
  const runBulk = (
    action: BulkAction,
    target: Exclude<Target, { ids: unknown }>,
    count: number,
    until: string | undefined,
  ) => {
    const [operation, did, groupFailure, tabFailure] = bulk[action];
    const next = action === "archive" ? ("archived" as const) : ("read" as const);
    run({
      target,
      change: (item) => (action === "delete" ? null : { ...item, status: next, snoozedUntil: null }),
      writes: [[operation, { body: { ...target, status, ...(until !== undefined && { until }) } }]],
      failure: `Failed to ${"group" in target ? groupFailure : tabFailure}`,
      title: didText(count, did),
    });
  };

  return {
    mark: (items: readonly NotificationView[], next: NotificationStatus, also?: Also) => {
      const changed = items.filter((item) => !isIn(item, next));
      if (changed.length === 0) {
        if (also !== undefined) showUndoToast(also, also.undo);
        return;
      }
      const [operation, verb, did] = marks[next];
      // Snoozed items are already unread: only end the snooze.
      const snoozed = next === "unread" ? changed.filter((item) => item.snoozedUntil !== null) : [];
      const others = changed.filter((item) => !snoozed.includes(item));
      const change = (item: NotificationView) => ({ ...item, status: next, snoozedUntil: null });
      const isLeaving = changed.some((item) => !staysIn(tab, change(item)));
      const moves = next === "archived" || isLeaving || items.length > 1 || snoozed.length > 0;
      runOn(changed, {
        change,
        writes: [
          ...(snoozed.length > 0 ? [snoozeWrite(snoozed, null)] : []),
          ...(others.length > 0 ? [[operation, getBody(others)] satisfies Write] : []),
        ],
        failure: getFailure(verb, changed.length),
        title: moves ? didText(changed.length, did) : null,
        also,
      });
    },

    star: (items: readonly NotificationView[]) => {
      const unstarred = items.filter(({ starredAt }) => starredAt === null);
      const isStarring = unstarred.length > 0;
      const changed = isStarring ? unstarred : items;
      const starredAt = isStarring ? new Date().toISOString() : null;
      const verb = isStarring ? "star" : "unstar";
      runOn(changed, {
        change: (item) => ({ ...item, starredAt }),
        writes: [[`${verb}Selected`, getBody(changed)]],
        failure: getFailure(verb, changed.length),
        // A new star is visible.
        title: isStarring && items.length === 1 ? null : didText(changed.length, `${verb}red`),
      });
    },

    /** Hides the items until a time, when they are unread again. `said`: the time as shown to the user. */
    snooze: (items: readonly NotificationView[], until: string, said: string) =>
      runOn(items, {
        change: (item) => ({ ...item, status: "unread", snoozedUntil: until }),
        writes: [snoozeWrite(items, until)],
        failure: getFailure("snooze", items.length),
        title: didText(items.length, `snoozed until ${said}`),
      }),

    /** Deletes the items. The server can restore them while the undo lasts. */
    remove: (items: readonly NotificationView[]) =>
      runOn(items, {
        change: () => null,
        writes: [["deleteSelected", getBody(items)]],
        failure: getFailure("delete", items.length),
        title: didText(items.length, "deleted"),
      }),

    open: (item: NotificationView) => {
      if (item.status !== "unread" && item.openedAt !== null) return;
      const openedAt = item.openedAt ?? new Date().toISOString();
      runOn([item], {
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
    changeGroup: ({ _id: group, count, latestNotification }: NotificationGroup, action: BulkAction) =>
      runBulk(action, { group }, count, latestNotification),

    changeAll: ({ latestNotification, pagination }: GroupedResponse, action: BulkAction) =>
      runBulk(action, { all: true }, pagination.total, latestNotification ?? undefined),
  };
}
