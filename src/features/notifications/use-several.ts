import type { NotificationStatus, NotificationTab, NotificationView } from "@/contract/notification";
import { counted } from "@/domain/counted";
import { registerUndo, showUndoToast } from "@/ui/undo";
import { untilRefused, type Also, type Attempt, type Removal } from "./attempt";
import type { Write } from "./requests";
import { isIn } from "./groups";
import { dropSeveral, withSeveral, type Standing } from "./several";

/** Dependencies shared with the actions on one notification. */
interface Means {
  tab: NotificationTab;
  attempt: (work: Attempt, after?: Promise<unknown>) => Promise<boolean>;
  remove: (key: string, removal: Removal) => void;
  takeBack: (key: string) => void;
}

/**
 * Bulk actions on selected notifications, each in one request, and starring a single one. All of them can be
 * undone.
 */
export function useSeveral({ tab, attempt, remove, takeBack }: Means) {
  /** Applies an optimistic update and rolls it back on failure. */
  const change = (
    [before, after]: readonly [readonly Standing[], readonly Standing[]],
    failure: string,
    writes: readonly Write[],
    previous?: Promise<unknown>,
  ) =>
    attempt(
      {
        failure,
        unread: unreadOf(after) - unreadOf(before),
        show: (response) => withSeveral(response, after, tab),
        putBack: (response) => withSeveral(response, before, tab),
        writes,
      },
      previous,
    );

  /** Applies a change and offers undo. The undo is only sent after the change has finished. */
  const changeWithUndo = (
    before: readonly Standing[],
    become: (item: NotificationView) => NotificationView,
    { failure, there, back, title }: { failure: string; there: Write[]; back: Write[]; title: string | null },
    also?: Also,
  ) => {
    const after = before.map(({ group, item }) => ({ group, item: become(item) }));
    const done = change([before, after], failure, there);
    const undo = () => {
      also?.undo();
      void change([after, before], failure, back, done);
    };
    // The other change can be undone even if this one is rejected.
    if (also !== undefined) showUndoToast(also, undo);
    else untilRefused(done, title === null ? registerUndo(undo) : showUndoToast({ title }, undo));
  };

  return {
    /** Changes only the items with another status. Undo restores each former status. */
    markSeveral: (several: readonly Standing[], status: NotificationStatus, also?: Also) => {
      const before = several.filter(({ item }) => !isIn(item, status));
      if (before.length === 0) return;
      // Snoozed items are already unread: only end the snooze.
      const waits = status === "unread" ? before.filter(({ item }) => item.snoozedUntil !== null) : [];
      const others = before.filter((one) => !waits.includes(one));
      const how = {
        failure: failures[status],
        there: [
          ...(waits.length > 0 ? [snoozed(waits, null)] : []),
          ...(others.length > 0 ? [[marks[status], bodyOf(others)] satisfies Write] : []),
        ],
        back: writesBack(before),
        title: `${counted(before.length, "notification")} ${did[status]}`,
      };
      changeWithUndo(before, (item) => ({ ...item, status, snoozedUntil: null }), how, also);
    },

    /**
     * Snoozes the items: hidden, then unread again when the time is over. `said`: the end time as shown to
     * the user.
     */
    snooze: (several: readonly Standing[], until: string, said: string) =>
      changeWithUndo(several, (item) => ({ ...item, status: "unread", snoozedUntil: until }), {
        failure: several.length > 1 ? "Failed to snooze notifications" : "Failed to snooze notification",
        there: [snoozed(several, until)],
        back: [snoozed(several, null), ...writesBack(several)],
        title: `${counted(several.length, "notification")} snoozed until ${said}`,
      }),

    /** Stars the unstarred items, or removes all stars if every item has one. */
    starSeveral: (several: readonly Standing[]) => {
      const unstarred = several.filter(({ item }) => item.starredAt === null);
      const isStarring = unstarred.length > 0;
      const before = isStarring ? unstarred : several;
      const [there, back] = isStarring ? stars : stars.toReversed();
      changeWithUndo(before, (item) => ({ ...item, starredAt: starOf(isStarring) }), {
        failure: isStarring ? "Failed to star notifications" : "Failed to unstar notifications",
        there: [[there!, bodyOf(before)]],
        back: [[back!, bodyOf(before)]],
        title: isStarring
          ? `${counted(before.length, "notification")} starred`
          : `${counted(before.length, "notification")} unstarred`,
      });
    },

    /** A new star is visible, so only offer a visible undo for removing one. */
    star: (one: Standing) => {
      const isStarring = one.item.starredAt === null;
      const params = { id: one.item._id };
      const [there, back] = isStarring ? starsOfOne : starsOfOne.toReversed();
      changeWithUndo([one], (item) => ({ ...item, starredAt: starOf(isStarring) }), {
        failure: isStarring ? "Failed to star notification" : "Failed to unstar notification",
        there: [[there!, { params }]],
        back: [[back!, { params }]],
        title: isStarring ? null : "Unstarred",
      });
    },

    /** Hides the items immediately and deletes them when that can no longer be undone. */
    removeSeveral: (several: readonly Standing[]) => {
      const ids = new Set(several.map(({ item }) => item._id));
      const [first] = ids;
      const key = `several ${first} ${ids.size}`;
      const count = several.filter(({ item }) => isIn(item, tab)).length;
      remove(key, {
        failure: "Failed to delete notifications",
        counts: { count, unread: unreadOf(several) },
        ids,
        drop: (response) => dropSeveral(response, ids, tab),
        write: ["deleteSelected", bodyOf(several)],
        onSent: () => dismissToast(),
      });
      const dismissToast = showUndoToast({ title: `${counted(ids.size, "notification")} deleted` }, () =>
        takeBack(key),
      );
    },
  };
}

/** The requests that restore each former status and snooze time. */
function writesBack(before: readonly Standing[]): Write[] {
  const formerOf = ({ item }: Standing) => item.snoozedUntil ?? item.status;
  return [...new Set(before.map(formerOf))].map((former): Write => {
    const those = before.filter((one) => formerOf(one) === former);
    const { status, snoozedUntil } = those[0]!.item;
    return snoozedUntil === null ? [marks[status], bodyOf(those)] : snoozed(those, snoozedUntil);
  });
}

const snoozed = (several: readonly Standing[], until: string | null): Write => [
  "snoozeSelected",
  { body: { ...bodyOf(several).body, until } },
];

const marks = {
  unread: "markSelectedUnread",
  read: "markSelectedRead",
  archived: "archiveSelected",
} as const;
const stars = ["starSelected", "unstarSelected"] as const;
const starsOfOne = ["starNotification", "unstarNotification"] as const;
const did = { unread: "marked as unread", read: "marked as read", archived: "archived" } as const;
const failures = {
  unread: "Failed to mark as unread",
  read: "Failed to mark as read",
  archived: "Failed to archive notifications",
} as const;

const bodyOf = (several: readonly Standing[]) => ({ body: { ids: several.map(({ item }) => item._id) } });
const starOf = (isStarring: boolean) => (isStarring ? new Date().toISOString() : null);
const unreadOf = (several: readonly Standing[]) => several.filter(({ item }) => isIn(item, "unread")).length;
