import { expect, test } from "vitest";
import type { NotificationView } from "@/contract/notification";
import { getNews } from "@/features/notifications/follow-updates";

const notification = (title: string): NotificationView => ({
  _id: title,
  createdAt: "2026-11-21T14:03:20.000Z",
  status: "unread",
  matchedKeyword: "tidewater",
  highlights: [],
  openedAt: null,
  starredAt: null,
  snoozedUntil: null,
  thread: null,
  replyTo: null,
  elsewhere: [],
  passage: { title: [], text: [], hasMore: false, matchedIn: "shown" },
  watchId: "w",
  watchIds: ["w"],
  redditPost: {
    title,
    site: "reddit",
    place: { name: "freelance", label: "r/freelance", url: "https://www.reddit.com/r/freelance/" },
    subreddit: "freelance",
    content: "",
    url: "https://www.reddit.com/",
    author: null,
    kind: "post",
    createdAt: "2026-11-21T14:03:00.000Z",
    over18: false,
  },
});
const several = (count: number) => Array.from({ length: count }, (_, index) => notification(`t${index + 1}`));

test.each([
  ["one", 1, 1, "New match for |tidewater|r/freelance: t1"],
  ["two", 2, 2, "2 new matches for |tidewater|r/freelance: t1|r/freelance: t2"],
  [
    "five",
    5,
    5,
    "5 new matches for |tidewater|r/freelance: t1|r/freelance: t2|r/freelance: t3|r/freelance: t4|r/freelance: t5",
  ],
  [
    "more than five",
    5,
    8,
    "8 new matches, latest for |tidewater|r/freelance: t1|r/freelance: t2|r/freelance: t3|r/freelance: t4|r/freelance: t5|and 3 more",
  ],
])("%s", (_, input, total, expected) => {
  const { title, lines, more } = getNews(several(input), total);
  const said = [title.text, title.keyword, ...lines, more].filter((part) => part !== null);
  expect(said.join("|")).toBe(expected);
});

test("links to the keyword if all notifications share it, otherwise to all notifications", () => {
  const [one, other] = several(2) as [NotificationView, NotificationView];
  expect(getNews([one], 1).href).toBe("/notifications?keyword=tidewater");
  expect(getNews([one, other], 2).href).toBe("/notifications?keyword=tidewater");
  expect(getNews([one, other], 3).href).toBe("/notifications");
  const mixed = getNews([one, { ...other, matchedKeyword: "quillon & co" }], 2);
  expect(mixed).toMatchObject({ title: { text: "2 new matches, latest for " }, href: "/notifications" });
  const marked = getNews([{ ...one, matchedKeyword: "quillon & co" }], 1);
  expect(marked.href).toBe("/notifications?keyword=quillon+%26+co");
});
