import { expect, test } from "vitest";
import { NO_RATE } from "@/domain/reading/site-error";
import type { SequenceContext } from "@/server/reading/context";
import { findStart, maxBehind } from "@/server/reading/sequence-start";

const tip = 45_000_000;
const watchedSince = new Date("2026-11-01T00:00:00Z");

/** A site that got one item per second since the activation, and shows the items from `first` on. */
function contextWith({ sinceActivation = 0, first = 0, requests = Infinity }): SequenceContext {
  let left = requests;
  return {
    site: {
      id: "numbers",
      fetchNumber: (number: number) => {
        const createdAt = new Date(watchedSince.getTime() + (number - tip + sinceActivation) * 1_000);
        return Promise.resolve({ found: number < first ? "nothing" : { createdAt }, rate: NO_RATE });
      },
    },
    budget: { take: () => Promise.resolve((left -= 1) >= 0), recordRate: () => Promise.resolve() },
  } as unknown as SequenceContext;
}

test("a first read starts before the activation, at any distance up to the limit", async () => {
  for (const sinceActivation of [1, 600, 100_000, maxBehind - 1]) {
    const start = await findStart(contextWith({ sinceActivation }), tip, watchedSince);
    expect(start?.gap).toBeNull();
    expect(start?.reached).toBeLessThan(tip - sinceActivation);
    expect(start?.reached).toBeGreaterThanOrEqual(tip - maxBehind);
  }
});

test("a first read beyond the limit starts at the limit with a gap since the activation", async () => {
  const sinceActivation = 3 * maxBehind;
  const toAt = new Date(watchedSince.getTime() + 2 * maxBehind * 1_000);
  expect(await findStart(contextWith({ sinceActivation }), tip, watchedSince)).toMatchObject({
    reached: tip - maxBehind,
    gap: { site: "numbers", place: "all", kind: "comment", fromAt: watchedSince, toAt },
  });
});

test("a site without older items is read from its first one, without a gap", async () => {
  const context = contextWith({ sinceActivation: 5_000, first: tip - 700 });
  expect(await findStart(context, tip, watchedSince)).toEqual({ reached: tip - 1_024, gap: null });
});

test("the start is left to the next run if the budget is used up", async () => {
  const context = contextWith({ sinceActivation: 5_000, requests: 5 });
  expect(await findStart(context, tip, watchedSince)).toBeNull();
});
