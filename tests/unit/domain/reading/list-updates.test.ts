import { expect, test } from "vitest";
import { judgeList, getKey, type KnownList, type Listed } from "@/domain/reading/list-updates";

const hour = 3_600_000;
const now = new Date("2026-11-22T12:00:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * hour);
const readAt = ago(1);
const watchedSince = ago(48);

/** `<id>` or `<id>=<title>` (each with a unique text), and the hours since publication or null. */
type Written = [string, number | null];
const getEntries = (written: readonly Written[]): Listed[] =>
  written.map(([name, hours]) => {
    const [id = "", title = `about ${id}`] = name.split("=");
    const date = hours === null ? "" : `${hours} hours ago`.replace(".", "-");
    return {
      id,
      by: "id",
      title,
      content: `text ${title}`,
      date,
      page: "",
      publishedAt: hours === null ? null : ago(hours),
    };
  });
const getList = (written: readonly Written[], older: readonly Written[] = []): KnownList => ({
  keys: [...getEntries(written), ...getEntries(older)].map(getKey),
  listed: written.length,
});
const many = (from: number, count: number, hours: number | null, name = "e"): Written[] =>
  Array.from({ length: count }, (_, n) => [`${name}${from + n}`, hours]);

test.each<[string, { known: KnownList | null; entries: Written[] }, string[], boolean]>([
  [
    "the first read: entries published since the watch was created",
    {
      known: null,
      entries: [
        ["a", 47],
        ["b", 49],
        ["c", null],
      ],
    },
    ["a"],
    false,
  ],
  ["no new entry", { known: getList([["a", 2]]), entries: [["a", 2]] }, [], false],
  [
    "a new entry",
    {
      known: getList([["a", 2]]),
      entries: [
        ["b", 0.5],
        ["a", 2],
      ],
    },
    ["b"],
    false,
  ],
  [
    "a new entry without a time",
    {
      known: getList([["a", null]]),
      entries: [
        ["b", null],
        ["a", null],
      ],
    },
    ["b"],
    false,
  ],
  [
    "a new entry with an older time",
    {
      known: getList([["a", 2]]),
      entries: [
        ["b", 30],
        ["a", 2],
      ],
    },
    ["b"],
    false,
  ],
  [
    "an entry from the archive",
    {
      known: getList([["a", 2]]),
      entries: [
        ["b", 200],
        ["a", 2],
      ],
    },
    [],
    false,
  ],
  [
    "an entry listed before the last read",
    {
      known: getList([["a", 2]], [["b", 3]]),
      entries: [
        ["b", 3],
        ["a", 2],
      ],
    },
    [],
    false,
  ],
  [
    "an entry under another id",
    {
      known: getList([
        ["a", 2],
        ["b", 3],
      ]),
      entries: [
        ["x=about a", 2],
        ["b", 3],
      ],
    },
    [],
    false,
  ],
  [
    "a similar entry under another id at another time",
    {
      known: getList([
        ["a", 2],
        ["b", 3],
      ]),
      entries: [
        ["x=about a", 0.5],
        ["b", 3],
      ],
    },
    ["x"],
    false,
  ],
  [
    "a second entry with the same content",
    {
      known: getList([["a=daily", 2]]),
      entries: [
        ["b=daily", 0.5],
        ["a=daily", 2],
      ],
    },
    ["b"],
    false,
  ],
  [
    "all ids changed",
    {
      known: getList(many(0, 40, 2)),
      entries: many(0, 40, 0.1).map(([id, at]): Written => [`x${id}=about ${id}`, at]),
    },
    [],
    false,
  ],
  [
    "all ids and titles changed, with their times",
    { known: getList(many(0, 40, 2)), entries: many(0, 40, 2, "x") },
    [],
    false,
  ],
  [
    "all ids and titles changed, some dated before the last read",
    { known: getList(many(0, 40, 2)), entries: [...many(0, 3, 0.5, "x"), ...many(3, 37, 5, "x")] },
    ["x0", "x1", "x2"],
    false,
  ],
  [
    "all ids and titles changed, without times",
    { known: getList(many(0, 40, null)), entries: many(0, 40, null, "x") },
    [],
    true,
  ],
  [
    "a long list with only new entries, all dated before the last read",
    { known: getList(many(0, 30, 26)), entries: many(100, 30, 8) },
    many(100, 30, 8).map(([id]) => id),
    true,
  ],
  [
    "a long list with only new entries, of which many are over a week old or without times",
    {
      known: getList(many(0, 30, 26)),
      entries: [...many(100, 2, 8), ...many(110, 20, 200), ...many(200, 11, null)],
    },
    ["e100", "e101"],
    true,
  ],
  [
    "a long list with only new entries, some dated shortly before the last read",
    { known: getList(many(0, 15, 2)), entries: [...many(100, 8, 0.5), ...many(108, 7, 1.1)] },
    many(100, 15, null).map(([id]) => id),
    true,
  ],
  [
    "a long list with only new entries, of which one is dated long before the last read",
    {
      known: getList(many(0, 15, 2)),
      entries: [...many(100, 8, 0.5), ...many(108, 7, 1.1), ...many(115, 1, 3)],
    },
    many(100, 15, null).map(([id]) => id),
    false,
  ],
  [
    "all ids and titles changed, with times shortly before the last read",
    { known: getList(many(0, 15, 1.1)), entries: many(0, 15, 1.1, "x") },
    [],
    false,
  ],
  [
    "a list with only new entries",
    { known: getList(many(0, 3, 2)), entries: many(10, 3, 0.5) },
    ["e10", "e11", "e12"],
    true,
  ],
  [
    "a short list with only new entries, without times",
    { known: getList([["a", null]]), entries: [["b", null]] },
    ["b"],
    true,
  ],
  [
    "a short list with only new entries, dated slightly before the last read",
    { known: getList([["a", 2]]), entries: [["b", 3]] },
    ["b"],
    false,
  ],
  ["a list that used to be empty", { known: getList([]), entries: [["b", null]] }, ["b"], false],
  ["a list that is now empty", { known: getList([["a", 2]]), entries: [] }, [], false],
])("%s", (_name, { known, entries }, fresh, hasGap) => {
  const updates = judgeList(getEntries(entries), { known, readAt, watchedSince }, now);
  expect(updates.fresh.map(({ entry }) => entry.id)).toEqual(fresh);
  expect(updates.gap !== null).toBe(hasGap);
  if (updates.gap !== null) {
    expect(updates.gap.from).toEqual(readAt);
    expect(updates.gap.to.getTime()).toBeGreaterThanOrEqual(readAt.getTime());
  }
  for (const { at } of updates.fresh) expect(at.getTime()).toBeLessThanOrEqual(now.getTime());
});

test("entries found by a later read are new, regardless of their date", () => {
  const known = getList([["a", 2]]);
  const before = { known, readAt, watchedSince };
  const [late, dated] = judgeList(
    getEntries([
      ["b", 12],
      ["c", 0.5],
      ["a", 2],
    ]),
    before,
    now,
  ).fresh;
  expect([late!.at, dated!.at]).toEqual([now, ago(0.5)]);
});

test("recognizes keys of an earlier version by id, or by title if the id changed", () => {
  const known = { keys: ["a.about a", "b.about b"], listed: 2 };
  const entries = getEntries([
    ["a=edited", null],
    ["x=about b", null],
    ["c", null],
  ]);
  const updates = judgeList(entries, { known, readAt, watchedSince }, now);
  expect(updates.fresh.map(({ entry }) => entry.id)).toEqual(["c"]);
});

test.each<[string, { written: Written[]; watched: Date }, Date | null]>([
  ["a long list, all published since", { written: [...many(0, 10, 1), ["b", 5]], watched: ago(8) }, ago(5)],
  ["a long list that reaches back", { written: [...many(0, 10, 1), ["b", 9]], watched: ago(8) }, null],
  ["a long list with an entry without a time", { written: many(0, 11, null), watched: ago(8) }, null],
  ["a short list", { written: many(0, 10, 1), watched: ago(8) }, null],
  ["a list read right after the activation", { written: many(0, 15, 0), watched: ago(0.01) }, null],
])("a late first read can leave a gap: %s", (_name, { written, watched }, to) => {
  const updates = judgeList(getEntries(written), { known: null, readAt: null, watchedSince: watched }, now);
  expect(updates.gap).toEqual(to === null ? null : { from: watched, to });
});

test("keys without dates don't show whether entries dated before the last read are new", () => {
  const known = { keys: many(0, 15, null).map(([id]) => `${id}.about ${id}`), listed: 15 };
  const entries = getEntries([...many(100, 8, 0.5), ...many(108, 7, 1.1)]);
  const updates = judgeList(entries, { known, readAt, watchedSince }, now);
  expect(updates.fresh.map(({ entry }) => entry.id)).toEqual(many(100, 8, null).map(([id]) => id));
  expect(updates.gap).toBeNull();
});

test("remembers entries that leave the list, up to a limit", () => {
  let known: KnownList | null = null;
  for (let round = 0; round < 100; round += 1)
    known = judgeList(getEntries(many(round * 30, 30, 1)), { known, readAt, watchedSince }, now).known;
  expect(known).toMatchObject({ listed: 30 });
  expect(known!.keys.length).toBe(500);
  const empty = judgeList([], { known, readAt, watchedSince }, now);
  expect(empty.known).toEqual(known);
  const back = judgeList(
    getEntries(many(99 * 30, 30, null)),
    { known: empty.known, readAt, watchedSince },
    now,
  );
  expect(back.fresh).toEqual([]);
});
