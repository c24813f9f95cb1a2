import { describe, expect, test } from "vitest";
import type { GroupedResponse, NotificationGroup, NotificationView } from "@/contract/notification";
import {
  addRest,
  dropGroup,
  dropGroups,
  dropItem,
  markGroups,
  mergeResponses,
  putItem,
  asReloaded,
} from "@/features/notifications/groups";

/** 'a3' is an item of group a, created at hour 3. */
function item(name: string, status: NotificationView["status"] = "unread"): NotificationView {
  const createdAt = `2026-11-21T${name.slice(1).padStart(2, "0")}:00:00.000Z`;
  const redditPost = {
    title: name,
    site: "reddit",
    place: { name: "freelance", label: "r/freelance", url: "https://www.reddit.com/r/freelance/" },
    subreddit: "freelance",
    content: "",
    url: "https://www.reddit.com/",
    author: null,
    kind: "post" as const,
    createdAt,
    over18: false,
  };
  return {
    _id: name,
    createdAt,
    status,
    matchedKeyword: name.slice(0, 1),
    highlights: [],
    openedAt: null,
    starredAt: null,
    snoozedUntil: null,
    elsewhere: [],
    passage: { title: [], text: [], hasMore: false, matchedIn: "shown" },
    watchId: "w",
    watchIds: ["w"],
    redditPost,
  };
}

function group(count: number, items: NotificationView[]): NotificationGroup {
  const [first] = items;
  return {
    _id: first?.matchedKeyword ?? "",
    count,
    places: [],
    subreddits: ["freelance"],
    latestNotification: first?.createdAt ?? "",
    notifications: items,
  };
}

function response(...groups: NotificationGroup[]): GroupedResponse {
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return {
    groupedNotifications: groups,
    pagination: { page: 1, limit: 20, total, totalPages: 1, hasMore: false },
  };
}

/** 'a3:2 a3 a1-' : group a with count 2 and its items, with a minus for those not unread; then the total. */
function written({ groupedNotifications, pagination }: GroupedResponse): string {
  const groups = groupedNotifications.map(({ _id, count, notifications }) =>
    [`${_id}:${count}`, ...notifications.map((one) => one._id + (one.status === "unread" ? "" : "-"))].join(
      " ",
    ),
  );
  return [...groups, `=${pagination.total}`].join(" | ");
}

const a = group(12, [item("a9"), item("a5")]);
const b = group(1, [item("b7")]);
const both = response(a, b);

describe("optimistic updates", () => {
  test.each([
    [
      "read: it stays and counts no more",
      putItem(both, a, item("a5", "read"), "unread"),
      "a:11 a9 a5- | b:1 b7 | =12",
    ],
    [
      "read, the last of its group",
      putItem(both, b, item("b7", "read"), "unread"),
      "a:12 a9 a5 | b:0 b7- | =12",
    ],
    [
      "read twice",
      putItem(putItem(both, b, item("b7", "read"), "unread"), b, item("b7", "read"), "unread"),
      "a:12 a9 a5 | b:0 b7- | =12",
    ],
    [
      "read and unread again",
      putItem(putItem(both, b, item("b7", "read"), "unread"), b, item("b7"), "unread"),
      "a:12 a9 a5 | b:1 b7 | =13",
    ],
    ["gone", dropItem(both, "a9", "unread"), "a:11 a5 | b:1 b7 | =12"],
    ["gone, the last of its group", dropItem(both, "b7", "unread"), "a:12 a9 a5 | =12"],
    [
      "gone, the last shown of a longer group",
      dropItem(dropItem(both, "a9", "unread"), "a5", "unread"),
      "a:10 | b:1 b7 | =11",
    ],
    [
      "gone after it was read",
      dropItem(putItem(both, a, item("a5", "read"), "unread"), "a5", "unread"),
      "a:11 a9 | b:1 b7 | =12",
    ],
    ["of an unknown item nothing", dropItem(both, "c1", "unread"), "a:12 a9 a5 | b:1 b7 | =13"],
    ["a group read", markGroups(both, ["a"], "read"), "a:0 a9- a5- | b:1 b7 | =1"],
    ["all read", markGroups(both, ["a", "b"], "read"), "a:0 a9- a5- | b:0 b7- | =0"],
    ["a group gone", dropGroups(both, ["a"]), "b:1 b7 | =1"],
    ["a group gone by itself", dropGroup(both, a), "b:1 b7 | =1"],
    [
      "what came to it since stays",
      dropGroup(response(group(13, [item("a11"), item("a9"), item("a5")]), b), a),
      "a:1 a11 | b:1 b7 | =2",
    ],
    ["one that is gone already", dropGroup(response(b), a), "b:1 b7 | =1"],
  ])("%s", (_, after, expected) => {
    expect(written(after)).toBe(expected);
  });
});

describe("rollback restores", () => {
  test.each([
    ["the item into its place", putItem(dropItem(both, "a9", "unread"), a, item("a9"), "unread")],
    ["the group with its last item", putItem(dropItem(both, "b7", "unread"), b, item("b7"), "unread")],
    ["what was read", putItem(putItem(both, a, item("a5", "read"), "unread"), a, item("a5"), "unread")],
  ])("%s", (_, after) => {
    expect(written(after)).toBe(written(both));
  });

  test("a group is restored at the position given by its time", () => {
    const one = response(group(1, [item("c11")]), a);
    const gone = dropItem(one, "c11", "unread");
    expect(written(putItem(gone, group(1, [item("c11")]), item("c11"), "unread"))).toBe(written(one));
  });
});

describe("a newer response", () => {
  const newer = response(group(12, [item("a11"), item("a9")]), group(1, [item("d8")]));
  test.each([
    ["is taken as it is first", mergeResponses(newer, undefined, "unread"), "a:12 a11 a9 | d:1 d8 | =13"],
    [
      "keeps the rest that was asked for",
      mergeResponses(newer, response(group(12, [item("a9"), item("a5")])), "unread"),
      "a:12 a11 a9 a5 | d:1 d8 | =13",
    ],
    [
      "keeps what was read here",
      mergeResponses(newer, response(group(11, [item("a10", "read"), item("a9")])), "unread"),
      "a:12 a11 a10- a9 | d:1 d8 | =13",
    ],
    [
      "keeps a group that was read here",
      mergeResponses(newer, response(group(0, [item("b7", "read")])), "unread"),
      "a:12 a11 a9 | d:1 d8 | b:0 b7- | =13",
    ],
    [
      "drops what is gone elsewhere",
      mergeResponses(newer, response(group(13, [item("a10"), item("a9")]), b), "unread"),
      "a:12 a11 a9 | d:1 d8 | =13",
    ],
  ])("%s", (_, merged, expected) => {
    expect(written(merged)).toBe(expected);
  });

  test("adds the rest of a group without duplicates", () => {
    expect(written(addRest(both, "a", [item("a5"), item("a3")]))).toBe("a:12 a9 a5 a3 | b:1 b7 | =13");
  });

  test("asReloaded drops changed items", () => {
    const changed = putItem(putItem(both, b, item("b7", "read"), "unread"), a, item("a5", "read"), "unread");
    expect(written(asReloaded(changed, "unread"))).toBe("a:11 a9 | =11");
  });
});
