import { describe, expect, test } from "vitest";
import type { Item } from "@/domain/reading/item";
import type { PagesContext } from "@/server/reading/context";
import { newItems, rateAfter } from "@/server/reading/read-figures";
import type { WatchedRead } from "@/server/reading/statements/reads";

const nowMs = Date.UTC(2026, 10, 2, 9);
const agoOf = (seconds: number) => new Date(nowMs - seconds * 1000);
const getItem = (secondsAgo: number) => ({ createdAt: agoOf(secondsAgo) }) as Item;
const readOf = (secondsAgo: number | null, rate = 0) =>
  ({ readAt: secondsAgo === null ? null : agoOf(secondsAgo), rate }) as WatchedRead;
const context = (readsWhole = false) => ({ site: { readsWhole } }) as PagesContext;

describe("items since the last read three seconds ago", () => {
  const [late, newest, brought, old] = [getItem(7), getItem(1), getItem(2), getItem(60)];
  const seen = [newest, brought, late, old];
  const fresh = [newest, late];

  test("count once, even if the site showed them seven seconds late or 'all' found them first", () => {
    expect(newItems(context(), readOf(3), { seen, fresh, complete: true })).toBe(3);
  });

  test("count later if the read was interrupted", () => {
    expect(newItems(context(), readOf(3), { seen, fresh, complete: false })).toBe(0);
    expect(newItems(context(true), readOf(3), { seen, fresh, complete: false })).toBe(2);
  });
});

describe("the rate", () => {
  /** The rate after this many minutes of reads at a constant item rate. */
  function rateAfterMinutes(minutes: number, itemsPerMinute: number, everySeconds: number): number {
    let [rate, waiting] = [itemsPerMinute / 2, 0];
    for (let at = 0; at < minutes * 60; at += everySeconds) {
      waiting += (itemsPerMinute * everySeconds) / 60;
      const items = Array.from({ length: Math.floor(waiting) }, () => getItem(everySeconds / 2));
      waiting -= items.length;
      rate = rateAfter(readOf(everySeconds, rate), { seen: items, fresh: items }, new Date(nowMs))!;
    }
    return rate;
  }

  test.each([2, 3, 20, 60])("is estimated equally well from reads every %i s", (seconds) => {
    expect(rateAfterMinutes(240, 12, seconds)).toBeCloseTo(12, 0);
  });

  test("doesn't depend on the seconds until a quiet place's first item", () => {
    const items = [getItem(1)];
    expect(rateAfter(readOf(2), { seen: items, fresh: items }, new Date(nowMs))).toBe(1);
  });
});
