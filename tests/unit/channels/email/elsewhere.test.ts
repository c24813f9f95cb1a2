import { expect, test } from "vitest";
import { readItem } from "@/channels/email/alert-content";
import { alertText } from "@/channels/email/alert-text";
import { alertView } from "@/channels/email/alert-view";
import { storedText } from "@/domain/markdown/stored-text";
import type { MatchedItem } from "@/domain/delivery/message";

const now = new Date("2026-11-21T14:03:07Z");
const links = {
  notifications: "https://e.example/n",
  watches: "https://e.example/k",
  settings: "https://e.example/s",
  unsubscribe: "https://e.example/u",
};
const setting = {
  now,
  timeZone: "UTC",
  links,
  operator: { name: "Operator", address: "1 Street", appUrl: "https://earshot.example" },
};

const matches = [
  {
    keyword: "tidewater",
    highlights: [{ keyword: "tidewater", caseSensitive: false, wholeWordOnly: false }],
  },
];
function content(elsewhere: MatchedItem["elsewhere"], count = 1) {
  const items = Array.from({ length: count }, (_, n): MatchedItem => ({
    ...{ fullname: `hn:${n}`, kind: "post", place: "Hacker News", where: "Hacker News", title: "Tidewater" },
    ...{
      content: "",
      ...storedText("tidewater ".repeat(100)),
      author: "rsimms",
      over18: false,
      matchedAt: now,
      matches,
    },
    url: `https://news.ycombinator.com/item?id=${n}`,
    ...(elsewhere && { elsewhere }),
  }));
  const keywords = [{ keyword: "tidewater", count, isInDigest: false }];
  return { total: count, frequency: "realtime" as const, keywords, items };
}
const place = (n: number, url = `https://www.reddit.com/r/place_${n}/comments/a/`) => ({
  place: `r/place_${n}`,
  url,
});

function view(elsewhere: MatchedItem["elsewhere"], excerpt = 280) {
  const input = content(elsewhere);
  return alertView({ ...input, items: input.items.map(readItem) }, setting, { items: 50, excerpt });
}
const lines = (...input: Parameters<typeof view>) =>
  alertText(view(...input))
    .split("\n")
    .filter((line) => line.startsWith("Also on "));

test("shows no other places for a story in one place", () => {
  expect(lines(undefined)).toEqual([]);
  expect(lines([])).toEqual([]);
});

test("names each place once with a link", () => {
  expect(lines([place(1), place(2), place(1, "https://www.reddit.com/r/place_1/comments/b/")])).toEqual([
    "Also on r/place_1: https://www.reddit.com/r/place_1/comments/b/",
    "Also on r/place_2: https://www.reddit.com/r/place_2/comments/a/",
  ]);
});

test("counts places beyond six, and omits long URLs and all URLs in short emails", () => {
  const many = Array.from({ length: 9 }, (_, n) => place(n));
  expect(lines(many)).toHaveLength(7);
  expect(lines(many).at(-1)).toBe("Also on 3 more");
  expect(lines([place(1, `https://example.com/${"a".repeat(300)}`)])).toEqual(["Also on r/place_1"]);
  expect(lines([place(1)], 0)).toEqual(["Also on r/place_1"]);
});
