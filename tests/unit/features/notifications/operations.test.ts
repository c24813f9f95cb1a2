import { expect, test } from "vitest";
import { successor } from "@/features/notifications/chosen-row";
import {
  listedFrom,
  tick,
  waitingText,
  withOperations,
  type Listed,
  type Operation,
} from "@/features/notifications/operations";
import { rowText } from "@/features/notifications/row-text";
import { refreshed, withRest } from "@/features/notifications/visit";

import type { GroupedResponse, NotificationGroup, NotificationView } from "@/contract/notification";

function itemAt(id: string, minute: number, more: Partial<NotificationView> = {}): NotificationView {
  return {
    _id: id,
    createdAt: `2026-11-22T14:${String(minute).padStart(2, "0")}:00.000Z`,
    status: "unread",
    starredAt: null,
    snoozedUntil: null,
    ...more,
  } as NotificationView;
}

function groupOf(id: string, items: NotificationView[], count = items.length): NotificationGroup {
  const latestNotification = items[0]?.createdAt ?? "2026-11-22T14:00:00.000Z";
  const places = { places: [], subreddits: [] };
  return { _id: id, count, thread: null, ...places, latestNotification, notifications: items };
}

function responseOf(...groups: NotificationGroup[]): GroupedResponse {
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return {
    groupedNotifications: groups,
    latestNotification: null,
    pagination: { page: 1, limit: 20, total, totalPages: 1, hasMore: false },
  };
}

const archive = (item: NotificationView) => ({ ...item, status: "archived" as const });
const operation = (more: Partial<Operation>): Operation => ({
  target: { all: true },
  tab: "unread",
  change: archive,
  settledAt: null,
  ...more,
});
const idsOf = ({ groupedNotifications }: GroupedResponse) =>
  groupedNotifications.map(({ _id, notifications }) => [_id, ...notifications.map((item) => item._id)]);

const base = () =>
  listedFrom(
    responseOf(groupOf("tidewater", [itemAt("a", 9), itemAt("b", 8)], 12), groupOf("late", [itemAt("c", 5)])),
  );

test("operations change rows and counts, and dropping them restores everything", () => {
  const listed = base();
  const one = operation({ target: { ids: new Set(["b"]) } });
  const shown = withOperations(listed, "unread", [one]);
  expect(idsOf(shown)).toEqual([
    ["tidewater", "a"],
    ["late", "c"],
  ]);
  expect([shown.groupedNotifications[0]!.count, shown.pagination.total]).toEqual([11, 12]);
  const both = withOperations(listed, "unread", [one, operation({ target: { group: "late" } })]);
  expect(idsOf(both)).toEqual([["tidewater", "a"]]);
  const all = withOperations(listed, "unread", [operation({})]);
  expect([idsOf(all), all.pagination.total]).toEqual([[], 0]);
  expect(withOperations(listed, "unread", [])).toBe(listed);
});

test("marked rows stay and are no longer counted", () => {
  const read = operation({
    target: { ids: new Set(["a"]) },
    change: (item) => ({ ...item, status: "read" }),
  });
  const shown = withOperations(base(), "unread", [read]);
  expect([idsOf(shown)[0], shown.groupedNotifications[0]!.count]).toEqual([["tidewater", "a", "b"], 11]);
});

test("data loaded after an operation was confirmed contains it", () => {
  const early = operation({ settledAt: tick() });
  const listed = base();
  const late = operation({ settledAt: tick() });
  expect(withOperations(listed, "unread", [early])).toBe(listed);
  expect(withOperations(listed, "unread", [late]).pagination.total).toBe(0);
});

test("new matches only count, until the user asks for them", () => {
  const next = responseOf(
    groupOf("crm", [itemAt("x", 12)]),
    groupOf("late", [itemAt("d", 11), itemAt("c", 5)]),
    groupOf("tidewater", [itemAt("e", 10), itemAt("a", 9), itemAt("b", 8)], 13),
  );
  const listed = refreshed(base(), next, "unread", []);
  expect(idsOf(listed)).toEqual(idsOf(base()));
  expect(listed.groupedNotifications.map(({ count }) => count)).toEqual([12, 1]);
  expect(listed.waiting).toEqual({ tidewater: 1, late: 1, crm: 1 });
  expect(waitingText(listed)).toEqual({ count: "3 new", where: "in tidewater, late and 1 more" });
  const few = { ...listed, waitingIn: listed.waitingIn.slice(0, 2) };
  expect(waitingText(few)?.where).toBe("in tidewater and late");
  expect(waitingText(base())).toBeNull();
});

test("new replies are announced with the title of their thread", () => {
  const thread = { title: "Left FreshBooks" } as NotificationGroup["thread"];
  const next = responseOf(
    { ...groupOf("thread:1", [itemAt("r", 12)]), thread },
    ...base().groupedNotifications,
  );
  expect(waitingText(refreshed(base(), next, "unread", []))?.where).toBe("in Left FreshBooks");
});

test("a reload during an operation keeps what undoing it restores", () => {
  const one = operation({ target: { ids: new Set(["a"]) }, settledAt: tick() });
  const before: Listed = { ...base(), loadedAt: 0 };
  const next = responseOf(
    groupOf("tidewater", [itemAt("e", 10), itemAt("b", 8)], 12),
    groupOf("late", [itemAt("c", 5)]),
  );
  const listed = refreshed(before, next, "unread", [one]);
  expect(withOperations(listed, "unread", [one]).groupedNotifications[0]!.count).toBe(11);
  expect(listed.waiting).toEqual({ tidewater: 1 });
  expect([idsOf(listed), listed.groupedNotifications[0]!.count]).toEqual([idsOf(base()), 12]);
});

test("rows that another tab archived disappear", () => {
  const next = responseOf(groupOf("tidewater", [itemAt("b", 8)], 11));
  expect(idsOf(refreshed(base(), next, "unread", []))).toEqual([["tidewater", "b"]]);
});

test("the oldest row of a group disappears too if the response contains the whole group", () => {
  const next = (count: number) => responseOf(groupOf("tidewater", [itemAt("a", 9)], count));
  expect(idsOf(refreshed(base(), next(1), "unread", []))).toEqual([["tidewater", "a"]]);
  expect(idsOf(refreshed(base(), next(2), "unread", []))).toEqual([["tidewater", "a", "b"]]);
});

test("the rest of a group is added below, without new matches and duplicates", () => {
  const rest = [itemAt("new", 10), itemAt("b", 8), itemAt("z", 1)];
  expect(idsOf(withRest(base(), "tidewater", rest))[0]).toEqual(["tidewater", "a", "b", "z"]);
});

test.each([
  ["b", ["a", "c"], "c"],
  ["c", ["a", "b"], "b"],
  ["b", ["a"], "a"],
  ["b", [], null],
  [null, ["a"], null],
])("after %s, with %j remaining, the next row is %s", (id, remaining, next) => {
  expect(successor(["a", "b", "c"], id, new Set(remaining))).toBe(next);
});

const plain = (text: string) => [{ text, isHeard: false }];
const marked = (text: string) => [{ text, isHeard: true }];
const post = (kind: "post" | "comment", title: object[], text: object[], content = "Some text") =>
  ({
    passage: { title, text },
    redditPost: { kind, title: "A title", content },
  }) as unknown as NotificationView;

test.each([
  [post("post", marked("A title"), plain("text")), ["title"]],
  [post("post", plain("A title"), marked("text")), ["title", "text"]],
  [post("post", plain("A title"), plain("text")), ["title"]],
  [post("comment", plain("A title"), marked("text")), ["text"]],
  [post("post", marked("A title"), marked("A title …"), "A title and more"), ["text"]],
])("row %# shows the part that matched", (notification, kinds) => {
  expect(rowText(notification).map(({ kind }) => kind)).toEqual(kinds);
});

test("a row starts shortly before the first highlight", () => {
  const [line] = rowText(
    post("comment", plain("A title"), [...plain("word ".repeat(20)), ...marked("tidewater")]),
  );
  expect(line!.segments[0]!.text).toBe("… word word word word ");
});
