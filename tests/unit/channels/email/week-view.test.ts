import { expect, test } from "vitest";
import { weekView } from "@/channels/email/week-view";
import type { WeekContent } from "@/domain/delivery/message";

const empty: WeekContent = {
  from: new Date("2026-11-16T00:00:00Z"),
  to: new Date("2026-11-23T00:00:00Z"),
  total: { count: 0, before: 0 },
  opened: 0,
  starred: 0,
  keywords: [],
  keywordCount: 0,
  places: [],
  threads: [],
  delay: null,
  readShare: null,
  unread: [],
  gaps: [],
  overflows: [],
  failures: [],
  receipt: { itemsRead: 0, places: 0, matchesRecorded: 0, matchesBeyondLimit: 0, gaps: 0 },
};
const result = (part: Partial<WeekContent>) => weekView({ ...empty, ...part }, { timeZone: "UTC" });

const matches = (keyword: string, part: Partial<WeekContent["keywords"][number]>) => ({
  ...{ keyword, count: 0, before: 0, opened: 0, watchId: null },
  ...part,
});

test.each<[Partial<WeekContent>, string]>([
  [{}, "0 matches, same as the previous week."],
  [{ total: { count: 1, before: 0 } }, "1 match, 1 more than the previous week."],
  [
    { total: { count: 389, before: 1_351 }, opened: 96, starred: 9 },
    "389 matches, 962 fewer than the previous week. You opened 96 of them and starred 9.",
  ],
  [{ starred: 2 }, "0 matches, same as the previous week. You starred 2."],
])("introduces %j as '%s'", (part, intro) => expect(result(part).intro).toBe(intro));

test("the heading names the days in the user's time zone", () => {
  expect(result({}).heading).toBe("Your week, 16 to 22 November");
  const over = { from: new Date("2026-11-30T00:00:00Z"), to: new Date("2026-12-07T00:00:00Z") };
  expect(result(over).heading).toBe("Your week, 30 November to 6 December");
});

test("the receipt's numbers are listed", () => {
  expect(result({}).receipt).toBe("0 items read in 0 places, 0 matches recorded, no gaps.");
  const receipt = { itemsRead: 31_204, places: 5, matchesRecorded: 1, matchesBeyondLimit: 12, gaps: 1 };
  expect(result({ receipt }).receipt).toBe(
    "31,204 items read in 5 places, 1 match recorded, 12 beyond a limit, 1 gap.",
  );
});

test("rows show the change and the share of the largest count", () => {
  const keywords = [
    matches("tidewater", { count: 200, before: 150 }),
    matches("bank\nfeed", { count: 1, before: 5 }),
    matches("late", {}),
  ];
  expect(result({ keywords }).tables).toEqual([
    {
      title: "By keyword",
      isHighlighted: true,
      rows: [
        { name: "tidewater", count: "200", difference: "+50", share: 100 },
        { name: "bank feed", count: "1", difference: "−4", share: 1 },
        { name: "late", count: "0", difference: "same", share: 1 },
      ],
    },
  ]);
});

test("the subject names the rarest keywords first", () => {
  const keywords = [
    matches("invoice software", { count: 1_311 }),
    matches("late\npayments", { count: 19 }),
    matches("silent", { before: 4 }),
  ];
  expect(result({ keywords }).subject).toBe(
    "Your week: 19 for “late payments”, 1,311 for “invoice software”",
  );
  const four = ["a", "b", "c", "d"].map((keyword) => matches(keyword, { count: 1 }));
  expect(result({ keywords: four, keywordCount: 12 }).subject).toBe(
    "Your week: 1 for “a”, 1 for “b”, 1 for “c” and 9 more",
  );
  expect(result({}).subject).toBe("Your week: no matches");
  const long = result({ keywords: [matches("x".repeat(300), { count: 1 })] }).subject;
  expect([...long]).toHaveLength(120);
});

test("figures show matches, delay and coverage, never rounded up", () => {
  expect(result({ total: { count: 1, before: 351 } }).figures).toEqual([
    { value: "1", label: "match (previous week: 351)" },
  ]);
  const { figures } = result({ delay: 14.2, readShare: 0.99996 });
  expect(figures.slice(1).map(({ value }) => value)).toEqual(["14 s", "99.9%"]);
  expect(result({ readShare: 1 }).figures[1]!.value).toBe("100%");
});

test.each<[number, number, string | undefined]>([
  [311, 12, "had 311 matches and you opened 12."],
  [100, 0, "had 100 matches and you didn't open any."],
  [99, 0, undefined],
  [100, 10, undefined],
])("with %i matches, %i of them opened, the note is: %s", (count, opened, text) => {
  const keywords = [matches("crm", { count, opened, watchId: "w" }), matches("rare", { count: 2 })];
  expect(result({ keywords }).ignored?.text).toBe(text);
});

test("a thread shows the day of its first match in the user's time zone", () => {
  const thread = { place: "r/a", title: "A\nthread", url: "https://a.example", count: 3 };
  const threads = [{ ...thread, at: new Date("2026-11-17T23:30:00Z") }];
  expect(result({ threads }).threads).toEqual([
    { title: "A thread", url: thread.url, place: "r/a", count: "3 matches", day: "Tue" },
  ]);
  const abroad = weekView({ ...empty, threads }, { timeZone: "Asia/Tokyo" });
  expect(abroad.threads[0]!.day).toBe("Wed");
});

test("lists gaps with their causes, or that nothing was missed", () => {
  expect(result({})).toMatchObject({ missedTitle: "Nothing missed", missed: [] });
  const gap = {
    place: "r/a",
    fromAt: new Date("2026-11-19T14:03:00Z"),
    toAt: new Date("2026-11-19T14:10:00Z"),
  };
  const { missedTitle, missed } = result({
    gaps: [{ ...gap, count: 1, isFilled: true }],
    unread: [
      {
        place: "A feed",
        since: new Date("2026-11-20T09:00:00Z"),
        reason: "The feed answers with\nan error (503)",
      },
      { place: "r/b", since: new Date("2026-11-21T09:00:00Z"), reason: null },
    ],
    overflows: [{ keyword: "crm", day: "2026-11-20", missed: 312 }],
    failures: [{ name: "Webhook, Support desk", count: 4, failure: "502\nBad Gateway" }],
  });
  expect(missedTitle).toBe("What we missed, and why");
  expect(missed).toEqual([
    {
      title: "r/a, 14:03 to 14:10 on 19 November",
      text: "We couldn't read everything at the time, but have since caught up.",
    },
    {
      title: "A feed, since 09:00 on 20 November",
      text: "The feed answers with an error (503). We'll keep trying; see your keywords for the current status.",
    },
    {
      title: "r/b, since 09:00 on 21 November",
      text: "We couldn't read it. We'll keep trying; see your keywords for the current status.",
    },
    {
      title: "“crm”, 20 November",
      text: "312 matches over your plan's daily limit: counted but not recorded.",
    },
    {
      title: "Webhook, Support desk, 4 messages",
      text: "Response: “502 Bad Gateway”. The matches are in your notifications.",
    },
  ]);
});

test.each([
  [1, "2026-11-19T23:50:00Z", "23:50 on 19 November to 00:10 on 20 November"],
  [3, "2026-11-16T09:00:00Z", "3 gaps from 09:00 on 16 November to 00:10 on 20 November"],
  [2, "2026-11-20T00:01:00Z", "2 gaps from 00:01 to 00:10 on 20 November"],
])("%i gaps from %s are shown as '%s'", (count, from, span) => {
  const toAt = new Date("2026-11-20T00:10:00Z");
  const gaps = [{ place: "r/a", fromAt: new Date(from), toAt, count, isFilled: false }];
  expect(result({ gaps }).missed[0]!.title).toBe(`r/a, ${span}`);
});
