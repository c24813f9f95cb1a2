import { expect, test } from "vitest";
import type { CoverageResponse } from "@/contract/coverage";
import { getListening, listeningTexts, type Listening } from "@/features/frame/listening";

const now = new Date("2026-11-21T14:03:40Z");
const fine: Listening = {
  isDegraded: false,
  issues: [],
  sites: [],
  places: 3,
  unreadable: 0,
  readAt: "2026-11-21T14:03:20.000Z",
  gaps: [],
};

/** The box as plain text. */
function said(listening: Partial<Listening>, timeZone = "UTC"): string {
  const { look, title, before, readAt, after } = listeningTexts({ ...fine, ...listening }, now, timeZone);
  return `${look}: ${title}. ${before}${readAt === null ? "" : `${readAt.text}, `}${after}`;
}

test.each<[string, Partial<Listening>]>([
  ["ok: Listening. Last checked 14:03:20, no gaps today", {}],
  ["warn: Listening. Last checked 14:03:20, 1 gap today", { gaps: ["2026-11-21T09:00:00Z"] }],
  [
    "warn: Listening. Last checked 14:03:20, 2 gaps today",
    { gaps: ["2026-11-21T09:00:00Z", "2026-11-21T10:00:00Z"] },
  ],
  ["ok: Listening. Last checked 14:03:20, no gaps today", { gaps: ["2026-11-20T23:00:00Z"] }],
  ["warn: Listening, with delays. Last checked 14:03:20, no gaps today", { isDegraded: true }],
  ["warn: Listening. Last checked 14:03:20, no gaps today. 1 place can't be checked", { unreadable: 1 }],
  ["warn: Listening. Last checked 14:03:20, no gaps today. 2 places can't be checked", { unreadable: 2 }],
  ["ok: Listening. First check in progress", { readAt: null }],
  ["neutral: Not listening. No active keywords", { places: 0, isDegraded: true }],
])("%s", (text, listening) => {
  expect(said(listening)).toBe(text);
});

test("uses the account's time zone, or UTC if it is unknown", () => {
  expect(said({}, "Asia/Kolkata")).toContain("19:33:20");
  expect(said({ gaps: ["2026-11-20T20:00:00Z"] }, "Asia/Kolkata")).toContain("1 gap today");
  expect(said({}, "Mars/Base")).toContain("14:03:20");
});

test("the API response produces the same text", () => {
  const read = { itemsToday: 1, delaySeconds: 2 };
  const place = (name: string) => ({
    ...{ site: "reddit", name, label: `r/${name}`, url: "" },
    ...{ isOn: true, readSince: null },
  });
  const gap = {
    ...{ kind: "post" as const, from: "a", to: "b", foundAt: "2026-11-21T09:00:00Z", filledAt: null },
    items: null,
  };
  const coverage: CoverageResponse = {
    status: "degraded",
    issues: ["reddit"],
    sites: [
      {
        ...{ id: "reddit", name: "Reddit", isOn: true, status: "degraded", since: null },
        ...{ summary: "", limit: null },
      },
    ],
    subreddits: [],
    delays: [],
    places: [
      {
        ...place("a"),
        health: "ok",
        posts: { readAt: "2026-11-21T14:00:00Z", ...read },
        comments: { readAt: "2026-11-21T14:03:20Z", ...read },
        gaps: [gap, { ...gap, kind: "comment" }],
      },
      {
        ...place("b"),
        health: "private",
        posts: { readAt: null, ...read },
        comments: { readAt: null, ...read },
        gaps: [],
      },
    ],
    tooMuchText: [],
    tooMany: [
      {
        ...{ watchId: "1", keyword: "k", day: "2026-11-21", recorded: 2_000, missed: 3 },
        ...{ from: "2026-11-21T10:00:00Z", to: "2026-11-21T11:00:00Z" },
      },
    ],
    allShare: { posts: null, comments: null },
  };
  expect(getListening(coverage)).toEqual({
    isDegraded: true,
    issues: ["reddit"],
    sites: [{ id: "reddit", name: "Reddit", since: null }],
    places: 2,
    unreadable: 1,
    readAt: "2026-11-21T14:03:20Z",
    gaps: ["2026-11-21T09:00:00Z", "2026-11-21T10:00:00Z"],
  });
});

test("offline, only the last check is known", () => {
  const offline = (readAt: string | null) => listeningTexts({ ...fine, readAt }, now, "UTC", true);
  expect(offline(fine.readAt)).toMatchObject({
    title: "Offline",
    before: "Last checked ",
    readAt: { text: "14:03" },
    after: "",
  });
  expect(offline(null)).toMatchObject({ title: "Offline", before: "Reconnecting automatically" });
});
