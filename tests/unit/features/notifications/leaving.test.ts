import { expect, test } from "vitest";
import type { NotificationGroup } from "@/contract/notification";
import { countWithout, type Leaving } from "@/contract/leaving";
import { groupKey, shownCount } from "@/features/notifications/use-actions";

const unread = (count: number, isSent = false): Leaving => ({
  tab: "unread",
  count,
  unread: count,
  isSent,
});
const group = {
  _id: "a",
  count: 12,
  notifications: [
    { _id: "a9", status: "unread", snoozedUntil: null },
    { _id: "a5", status: "read", snoozedUntil: null },
  ],
} as NotificationGroup;

test("a tab's count excludes items being deleted and is never negative", () => {
  const leaving = new Map([
    ["a9", unread(1)],
    ["b", unread(3, true)],
    ["c", { ...unread(5), tab: "read" as const, unread: 0 }],
  ]);
  expect(countWithout(leaving, "unread", 12)).toBe(8);
  expect(countWithout(leaving, "read", 12)).toBe(7);
  expect(countWithout(leaving, "archived", 12)).toBe(12);
  expect(countWithout(leaving, "unread", 2)).toBe(0);
  const starred = new Map([["d", { ...unread(4), tab: "starred" as const, unread: 3 }]]);
  expect(countWithout(starred, "starred", 12)).toBe(8);
  expect(countWithout(starred, "unread", 12)).toBe(9);
});

test("a group's count excludes counted items being deleted, and a deleted group only counts new items", () => {
  expect(shownCount(group, new Map([["a9", unread(1)]]), "unread")).toBe(11);
  expect(shownCount(group, new Map([["a5", unread(0)]]), "unread")).toBe(12);
  const both = new Map([
    ["a9", unread(1)],
    [groupKey(group), unread(11)],
  ]);
  expect(shownCount(group, both, "unread")).toBe(0);
  expect(shownCount({ ...group, count: 14 }, both, "unread")).toBe(2);
});
