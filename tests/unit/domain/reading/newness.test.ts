import { describe, expect, test } from "vitest";
import { canBeNew, medianCreationMs, pageEndsReading } from "@/domain/reading/newness";

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 21, 12);
const at = (ms: number) => ({ createdAt: new Date(ms) });

describe("mayBeNew", () => {
  test.each<[string, number, number | null, boolean]>([
    ["written a minute ago, watched for a day", now - 60_000, now - 24 * hour, true],
    ["no watch", now - 60_000, null, false],
    ["written within the hour before the watch", now - 2 * hour, now - 1.5 * hour, true],
    ["written exactly an hour before the watch", now - 2 * hour, now - hour, true],
    ["written more than an hour before the watch", now - 2 * hour - 1, now - hour, false],
    ["exactly seven days old", now - 7 * 24 * hour, 0, false],
    ["a second short of seven days", now - 7 * 24 * hour + 1000, 0, true],
    ["a clock ahead", now + 5 * 60_000, now - hour, true],
  ])("%s", (_name, createdMs, watchedSinceMs, expected) => {
    expect(canBeNew(at(createdMs), now, watchedSinceMs)).toBe(expected);
  });
});

describe("medianCreationMs", () => {
  test.each<[string, number[], number | null]>([
    ["an empty page has no median", [], null],
    ["one item", [5], 5],
    ["the upper middle of an even page", [1, 2, 3, 4], 3],
    ["a late-approved old item doesn't change it", [9, 10, 11, 1], 10],
  ])("%s", (_name, times, expected) => {
    expect(medianCreationMs(times.map(at))).toBe(expected);
  });
});

describe("pageEndsReading", () => {
  test.each<[string, { newCount: number; medianMs: number | null }, boolean]>([
    ["no new items, older than the last complete read", { newCount: 0, medianMs: 99 }, true],
    ["no new items, but not older, because a failed read found them", { newCount: 0, medianMs: 100 }, false],
    ["older, but with a new item", { newCount: 1, medianMs: 50 }, false],
    ["an empty page", { newCount: 0, medianMs: null }, false],
  ])("%s", (_name, page, expected) => {
    expect(pageEndsReading(page, 100)).toBe(expected);
  });
});
