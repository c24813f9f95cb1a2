import { expect, test } from "vitest";
import { weekView } from "@/channels/email/week-view";
import type { WeekContent } from "@/domain/message";

const empty: WeekContent = {
  from: new Date("2026-11-16T00:00:00Z"),
  to: new Date("2026-11-23T00:00:00Z"),
  total: { count: 0, before: 0 },
  opened: 0,
  starred: 0,
  keywords: [],
  places: [],
  threads: [],
  gaps: [],
  overflows: [],
  failures: [],
};
const told = (part: Partial<WeekContent>) => weekView({ ...empty, ...part }, { timeZone: "UTC" });

test.each<[Partial<WeekContent>, string]>([
  [{}, "0 matches, as many as the week before."],
  [{ total: { count: 1, before: 0 } }, "1 match, 1 more than the week before."],
  [
    { total: { count: 389, before: 1_351 }, opened: 96, starred: 9 },
    "389 matches, 962 fewer than the week before. You opened 96 and starred 9.",
  ],
  [{ starred: 2 }, "0 matches, as many as the week before. You starred 2."],
])("%j is introduced as '%s'", (part, intro) => expect(told(part).intro).toBe(intro));

test("a week is named by its days, in the reader's zone", () => {
  expect(told({}).heading).toBe("Your week, 16 to 22 November");
  const over = { from: new Date("2026-11-30T00:00:00Z"), to: new Date("2026-12-07T00:00:00Z") };
  expect(told(over).heading).toBe("Your week, 30 November to 6 December");
});

test("what is more, less and the same, beside the largest", () => {
  const keywords = [
    { keyword: "tidewater", count: 200, before: 150 },
    { keyword: "bank\nfeed", count: 1, before: 5 },
    { keyword: "late", count: 0, before: 0 },
  ];
  expect(told({ keywords }).tables).toEqual([
    {
      title: "By keyword",
      rows: [
        { name: "tidewater", count: "200", difference: "+50", share: 100 },
        { name: "bank feed", count: "1", difference: "−4", share: 1 },
        { name: "late", count: "0", difference: "same", share: 1 },
      ],
    },
  ]);
});

test("what was missed says why; where nothing was, that is said", () => {
  expect(told({})).toMatchObject({ missedTitle: "Nothing was missed", missed: [] });
  const gap = {
    place: "r/a",
    fromAt: new Date("2026-11-19T14:03:00Z"),
    toAt: new Date("2026-11-19T14:10:00Z"),
  };
  const { missedTitle, missed } = told({
    gaps: [{ ...gap, isFilled: true }],
    overflows: [{ keyword: "crm", day: "2026-11-20", missed: 312 }],
    failures: [{ name: "Webhook, Support desk", count: 4, failure: "502\nBad Gateway" }],
  });
  expect(missedTitle).toBe("What was missed, and why");
  expect(missed).toEqual([
    {
      title: "r/a, 14:03 to 14:10 on 19 November",
      text: "It could not be read completely then. All of it was read later.",
    },
    {
      title: "“crm”, 20 November",
      text: "312 matches more than your plan records in a day: counted, and not kept.",
    },
    {
      title: "Webhook, Support desk, 4 messages",
      text: "Its receiver said: “502 Bad Gateway”. The matches are in your notifications.",
    },
  ]);
});
