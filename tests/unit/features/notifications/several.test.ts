import { describe, expect, test } from "vitest";
import type {
  GroupedResponse,
  NotificationGroup,
  NotificationTab,
  NotificationView,
} from "@/contract/notification";
import { isIn } from "@/features/notifications/groups";
import { notificationTabs } from "@/features/notifications/view";
import { dropSeveral, staysIn, withSeveral, type Standing } from "@/features/notifications/several";

const statusOf = { u: "unread", r: "read", x: "archived" } as const;

/** 'a3u' is an unread item of group a, created at hour 3. */
function item(name: string): NotificationView {
  const [, hour = "", letter = "u"] = name;
  const status = statusOf[letter as keyof typeof statusOf];
  const at = { createdAt: `2026-11-21T0${hour}:00:00.000Z`, starredAt: null, snoozedUntil: null };
  return { _id: name.slice(0, 2), status, ...at } as NotificationView;
}

function group(...names: string[]): NotificationGroup {
  const notifications = names.map(item);
  return {
    _id: names[0]!.slice(0, 1),
    count: notifications.filter(({ status }) => status === "unread").length,
    places: [],
    subreddits: [],
    latestNotification: notifications[0]!.createdAt,
    notifications,
  };
}

function response(...groups: NotificationGroup[]): GroupedResponse {
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return {
    groupedNotifications: groups,
    pagination: { page: 1, limit: 20, total, totalPages: 1, hasMore: false },
  };
}

/** 'a 2: a3u a1r': a line per group, and the total. */
const said = ({ groupedNotifications, pagination }: GroupedResponse) => [
  ...groupedNotifications.map(({ _id, count, notifications }) => {
    const letters = { unread: "u", read: "r", archived: "x" };
    return `${_id} ${count}: ${notifications.map((one) => one._id + letters[one.status]).join(" ")}`;
  }),
  pagination.total,
];

const a = group("a7u", "a5u", "a3r");
const b = group("b6u");
const become = (of: NotificationGroup, ...names: string[]): Standing[] =>
  names.map((name) => ({ group: of, item: item(name) }));

describe("bulk changes in the unread tab", () => {
  test.each([
    [
      "read: they stay and count no more",
      [...become(a, "a7r", "a5r"), ...become(b, "b6r")],
      ["a 0: a7r a5r a3r", "b 0: b6r", 0],
    ],
    [
      "archived: they leave, and a group that has nothing else",
      [...become(a, "a7x", "a3x"), ...become(b, "b6x")],
      ["a 1: a5u", 1],
    ],
    ["unread again", become(a, "a3u"), ["a 3: a7u a5u a3u", "b 1: b6u", 4]],
  ])("%s", (_, several, expected) => {
    expect(said(withSeveral(response(a, b), several, "unread"))).toEqual(expected);
  });

  test("undo restores the items, their group and the counts", () => {
    const before = response(a, b);
    const gone = withSeveral(before, [...become(a, "a7x", "a5x"), ...become(b, "b6x")], "unread");
    expect(said(gone)).toEqual(["a 0: a3r", 0]);
    const back = withSeveral(gone, [...become(a, "a7u", "a5u"), ...become(b, "b6u")], "unread");
    expect(said(back)).toEqual(said(before));
  });

  test("deletes items; read ones don't change the count", () => {
    expect(said(dropSeveral(response(a, b), new Set(["a3", "b6"]), "unread"))).toEqual(["a 2: a7u a5u", 2]);
  });
});

test("archived and snoozed items leave the unread and read tabs, others leave their own tab", () => {
  const kinds = {
    unread: item("a1u"),
    read: item("a1r"),
    archived: item("a1x"),
    waiting: { ...item("a1u"), snoozedUntil: "2026-11-22T08:00:00.000Z" },
  };
  const staying = (tab: NotificationTab) =>
    Object.entries(kinds).flatMap(([name, one]) => (staysIn(tab, one) ? [name] : []));
  expect(notificationTabs.map((tab) => [tab, ...staying(tab)])).toEqual([
    ["unread", "unread", "read"],
    ["read", "unread", "read"],
    ["starred", "unread", "read", "archived", "waiting"],
    ["snoozed", "waiting"],
    ["archived", "archived"],
    ["all", "unread", "read", "archived", "waiting"],
  ]);
});

test("snoozed items only count in the snoozed tab, starred ones in the starred tab with any status", () => {
  const waiting = { ...item("a1u"), snoozedUntil: "2026-11-22T08:00:00.000Z" };
  const starred = { ...item("a1x"), starredAt: "2026-11-21T08:00:00.000Z" };
  const counting = (one: NotificationView) => notificationTabs.filter((tab) => isIn(one, tab));
  expect([waiting, starred, { ...waiting, starredAt: starred.starredAt }].map(counting)).toEqual([
    ["snoozed", "all"],
    ["starred", "archived", "all"],
    ["starred", "snoozed", "all"],
  ]);
});
