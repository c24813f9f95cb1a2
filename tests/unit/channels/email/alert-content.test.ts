import { expect, test } from "vitest";
import { readItem } from "@/channels/email/alert-content";
import { storedText } from "@/domain/markdown/stored-text";
import type { MatchedItem } from "@/domain/delivery/message";

const highlight = (keyword: string) => ({ keyword, caseSensitive: false, wholeWordOnly: false });
const item = (body: string, keywords: string[]): MatchedItem => ({
  ...{ fullname: "hn:1", kind: "post", place: "Hacker News", where: "Hacker News", title: "A title" },
  ...{ content: "", ...storedText(body), author: "a", over18: false, matchedAt: new Date(0) },
  matches: keywords.map((keyword) => ({ keyword, highlights: [highlight(keyword)] })),
  url: "https://news.ycombinator.com/item?id=1",
});

test("finds equal highlights of several watches once", () => {
  const { text, textSpans } = readItem(item("an oar and a halyard", ["oar", "halyard", "oar"]));
  expect(textSpans.map(({ start, end }) => text.slice(start, end))).toEqual(["oar", "halyard"]);
});

test("limits the spans of a text that repeats a keyword", () => {
  const { textSpans } = readItem(item("e".repeat(20_000), ["e", "e", "E"]));
  expect(textSpans.length).toBeLessThanOrEqual(600);
  expect(textSpans[0]).toEqual({ start: 0, end: 1 });
});
