import { expect, test } from "vitest";
import {
  gapsText,
  issueTexts,
  mergeKinds,
  todayText,
  unreadAdvice,
  unreadText,
  watchReadText,
} from "@/contract/coverage-texts";

const span = { from: "2026-11-21T10:00:00.000Z", to: "2026-11-21T10:10:00.000Z" };
const open = { ...span, filledAt: null, items: null };
const filled = { ...span, filledAt: "2026-11-21T12:00:00.000Z", items: null };
const counted = { ...span, filledAt: null, items: 7 };
test.each([
  [[], "no gaps"],
  [[open], "1 gap"],
  [[open, filled], "2 gaps, 1 since backfilled"],
  [[filled], "1 gap, since backfilled"],
  [[counted, counted, open], "3 gaps (14 items)"],
  [[counted, filled], "2 gaps (7 items), 1 since backfilled"],
])("describes gaps %j as %s", (gaps, text) => expect(gapsText(gaps)).toBe(text));

test.each<[string, (typeof open | typeof filled | typeof counted)[], object[]]>([
  ["known counts are added", [counted, counted], [{ ...counted, items: 14 }]],
  ["a known count plus an unknown one is unknown", [counted, open], [open]],
  ["half filled is open", [filled, open], [open]],
  ["both filled", [filled, filled], [filled]],
  ["another end", [open, { ...open, to: span.from }], [open, { ...open, to: span.from }]],
])("merges gaps in posts and comments: %s", (_, gaps, merged) => expect(mergeKinds(gaps)).toEqual(merged));

const now = new Date("2026-11-21T14:05:00.000Z");
const read = (posts: string | null, comments: string | null, health: "ok" | "private" = "ok") => ({
  isOn: true,
  health,
  posts: { readAt: posts },
  comments: { readAt: comments },
  gaps: [],
});
const early = "2026-11-21T13:03:00.000Z";
const late = "2026-11-21T14:03:00.000Z";
test.each([
  ["shows the oldest read", [read(late, late), read(late, early)], "Fully read at 13:03 · no gaps"],
  [
    "a read on another day is shown without a time",
    [read("2026-11-19T10:00:00.000Z", late)],
    "Fully read Thu · no gaps",
  ],
  ["part of it is unread", [read(late, late), read(late, null)], "First check in progress"],
  [
    "ignores unreadable places",
    [read(late, late), read(early, null, "private")],
    "Fully read at 14:03 · no gaps",
  ],
  ["no readable place", [read(late, late, "private")], "Not read"],
  ["no response from the only place", [{ ...read(null, null), reason: "Timed out" }], "Not read"],
  ["a place on a disabled site", [{ ...read(early, early), isOn: false }], "Not read"],
  [
    "counts the gaps of all places",
    [{ ...read(late, late), gaps: [open] }, read(late, late)],
    "Fully read at 14:03 · 1 gap",
  ],
  [
    "some gaps aren't listed",
    [{ ...read(late, late), gaps: [counted], hasMoreGaps: true }, read(late, late)],
    "Fully read at 14:03 · at least 1 gap (7 items)",
  ],
])("summarizes the reading of a watch: %s", (_, subreddits, text) => {
  expect(watchReadText(subreddits, now, "UTC")).toBe(text);
});

test.each([
  [read(late, late), null, ""],
  [{ ...read(late, late), isOn: false }, "not read here", ""],
  [
    read(late, late, "private"),
    "Private, so we can't read it",
    "We'll keep checking. If it stays private, remove it from this watch.",
  ],
  [{ ...read(late, late), reason: "Timed out" }, "Timed out", "We'll keep trying."],
  [
    { ...read(late, late, "private"), reason: "Returned status 403" },
    "Returned status 403",
    "We'll try again daily. If this doesn't change, remove it from this watch.",
  ],
])("explains why %j can't be read: %s", (place, text, advice) => {
  expect(unreadText(place)).toBe(text);
  expect(unreadAdvice(place)).toBe(advice);
});

test.each([
  [[], undefined],
  [["one"], "We're having trouble reading One."],
  [["polls", "mails"], "Checks are delayed."],
  [["mails"], "Your emails are delayed."],
  [["channels", "too-many"], "A channel was turned off."],
  [["mails", "two"], "We're having trouble reading Two."],
  [["two", "one", "polls"], "We're having trouble reading One and Two."],
  [["three"], undefined],
])("of the problems %j, shows the most severe: %s", (issues, title) => {
  const sites = [
    { id: "one", name: "One", since: null },
    { id: "two", name: "Two", since: null },
  ];
  expect(issueTexts(issues, sites, "UTC")?.title).toBe(title);
});

test("shows the start of a problem in the account's zone, and the earliest of several sites", () => {
  const sites = [
    { id: "one", name: "One", since: "2026-11-21T23:30:00Z" },
    { id: "two", name: "Two", since: "2026-11-21T23:10:00Z" },
  ];
  const text = (issues: string[], timeZone: string) => issueTexts(issues, sites, timeZone)?.text;
  expect(text(["one"], "UTC")).toBe("Since 23:30 on 21 November. We'll keep trying and catch up.");
  expect(text(["one", "two"], "Asia/Tokyo")).toMatch(/^Since 08:10 on 22 November\./);
});

test.each([
  [
    { files: 1, articles: 1, older: 1, unlisted: 1 },
    "Today: 1 file read, 1 article, 1 skipped because its author asks not to be indexed, 1 older one left out",
  ],
  [{ files: 96, articles: 1_200, late: 3 }, "Today: 96 files read, 1,200 articles, 3 appeared late"],
  [
    { unlisted: 2, older: 2 },
    "Today: 2 skipped because their authors ask not to be indexed, 2 older ones left out",
  ],
  [{ files: 0 }, null],
  [undefined, null],
])("describes a day's counts: %j", (counts, text) => {
  expect(todayText(counts)).toBe(text);
});
