import { expect, test } from "vitest";
import { listUnwatched, receiptText } from "@/domain/text/receipt-text";

const on = (day: number) => `2026-11-0${day}T00:00:00.000Z`;
const period = { from: on(1), to: on(8) };
const revision = (number: number, from: number, to: number | null) => ({
  ...{ revision: number, from: on(from), to: to === null ? null : on(to) },
});

test.each([
  ["never paused", [revision(1, 1, null)], []],
  ["edited", [revision(1, 1, 3), revision(2, 3, null)], []],
  ["paused and resumed", [revision(1, 1, 3), revision(2, 5, null)], [[3, 5]]],
  [
    "paused twice, still paused",
    [revision(1, 1, 3), revision(2, 5, 6)],
    [
      [3, 5],
      [6, 8],
    ],
  ],
  ["paused before the period", [revision(2, 4, null)], [[1, 4]]],
  ["paused throughout the period", [], [[1, 8]]],
  ["created in the period", [revision(1, 4, null)], []],
])("lists when a watch wasn't watched: %s", (_, revisions, spans) => {
  const expected = spans.map(([from, to]) => ({ from: on(from!), to: on(to!) }));
  expect(listUnwatched(period, revisions)).toEqual(expected);
});

test("mentions the time not watched", () => {
  const numbers = { itemsRead: 2, places: 1, matchesRecorded: 0, matchesBeyondLimit: 0, gaps: 0 };
  expect(receiptText({ ...numbers, unwatched: [{ from: on(1), to: on(3) }] })).toBe(
    "2 items read in 1 place, 0 matches recorded, no gaps, not watched for 48 h.",
  );
});
