import { expect, test } from "vitest";
import { defaultFilters, defaultNotificationSettings, type WatchView } from "@/contract/watch";
import { busiestText, headText, settingsInWords, weekBefore } from "@/features/watches/page-texts";

const now = new Date("2026-11-21T14:03:00Z");
const watch: WatchView = {
  _id: "019aab6a-5b33-7e04-8f35-7b6a0c2d9f01",
  kind: "keyword",
  keyword: "tidewater",
  thread: null,
  expression: null,
  places: [],
  subreddits: [],
  isActive: true,
  matchCount: 3,
  lastMatchedAt: null,
  noisyAt: null,
  tags: [],
  notes: "",
  filters: defaultFilters,
  notificationSettings: defaultNotificationSettings,
  mutedUntil: null,
  isPausedByPlan: false,
  createdAt: "2026-09-02T23:30:00Z",
  updatedAt: "2026-09-02T23:30:00Z",
};

const words = (change: Partial<WatchView>, destinations: string[] = []) =>
  settingsInWords({ ...watch, ...change }, destinations, now, "UTC");

test.each<[Partial<WatchView["filters"]>, string]>([
  [{}, "Posts and comments, including parts of words"],
  [{ wholeWordOnly: true }, "Posts and comments, whole words"],
  [{ includeComments: false, matchTitlesOnly: true }, "Posts, titles only, including parts of words"],
  [
    { includePosts: false, caseSensitive: true, wholeWordOnly: true },
    "Comments, whole words, case-sensitive",
  ],
])("describes the filters: %o", (filters, said) => {
  expect(words({ filters: { ...defaultFilters, ...filters } }).reads).toBe(said);
});

test.each<[Partial<WatchView["notificationSettings"]>, string[], string]>([
  [{}, [], "Same as your settings; shown in the browser"],
  [{ browserNotification: false }, [], "Same as your settings; not shown in the browser"],
  [{ emailNotification: true, frequency: "daily" }, [], "Email: Daily digest; shown in the browser"],
  [
    { emailNotification: true, frequency: "hourly" },
    ["Slack, #mentions"],
    "Slack, #mentions; email: Hourly digest; shown in the browser",
  ],
])("describes the alerts: %o %o", (settings, destinations, said) => {
  const notificationSettings = { ...defaultNotificationSettings, ...settings };
  expect(words({ notificationSettings }, destinations).alerts).toBe(said);
});

test.each([
  [true, "By email, at most once a day"],
  [false, "Shown on this page only"],
])("describes spike alerts: %s", (spikeNotification, said) => {
  expect(words({ notificationSettings: { ...defaultNotificationSettings, spikeNotification } }).spikes).toBe(
    said,
  );
});

test.each([
  [null, "No"],
  ["2026-11-21T13:00:00Z", "No"],
  ["2026-11-21T18:30:00Z", "Yes, until 18:30. Matches appear here, but you won't get alerts."],
  ["forever", "Yes, until you unmute. Matches appear here, but you won't get alerts."],
])("describes a mute until %s", (mutedUntil, said) => {
  expect(words({ mutedUntil }).muted).toBe(said);
});

const daily = (counts: number[]) => counts.map((count, at) => ({ date: `2026-11-${10 + at}`, count }));
const stats = (counts: number[]) => ({ daily: daily(counts) }) as Parameters<typeof headText>[1];

test("the heading uses the day in the account's time zone", () => {
  expect(headText(watch, stats([1, 2]), "UTC")).toBe(
    "Active since 2 September, 3 matches in the last 2 days",
  );
  expect(headText(watch, stats([0, 1]), "Asia/Tokyo")).toBe(
    "Active since 3 September, 1 match in the last 2 days",
  );
  expect(headText({ ...watch, isActive: false }, stats([0, 0]), "UTC")).toBe(
    "Paused, 0 matches in the last 2 days",
  );
});

test("weekBefore starts on a Monday", () => {
  // From Tuesday the 10th to Saturday the 21st (today). The previous week ends on Sunday the 15th.
  expect(weekBefore(daily([1, 1, 1, 1, 1, 1, 100, 100, 100, 100, 100, 100]))).toBe(6);
  expect(weekBefore([])).toBe(0);
});

test("busiestText needs enough matches", () => {
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  expect(busiestText(hours)).toBeNull();
  hours[1]![16] = 3;
  hours[1]![17] = 2;
  hours[4]![9] = 4;
  expect(busiestText(hours)).toBe("Tuesdays, 16:00 to 18:00");
  hours[4]![9] = 6;
  expect(busiestText(hours)).toBe("Fridays, 9:00 to 10:00");
  hours[6]![23] = 7;
  expect(busiestText(hours)).toBe("Sundays, 23:00 to 24:00");
});
