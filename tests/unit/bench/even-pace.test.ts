import { expect, test } from "vitest";
import { seed } from "../../bench/figure";
import { limits, paces } from "../../bench/lanes-policies";
import { simulate } from "../../bench/lanes-simulation";
import { makeSources } from "../../bench/lanes-world";

/** 60 % of the requests allowed per minute. */
const maxRequests = (0.6 * limits.window.requests * 60_000) / limits.window.ms;
const [, every20, evenly] = paces;
const minutes = 30;
const how = { minutes, warmUpMinutes: minutes / 3, watchesAll: false };

test.each([
  { places: 20, failing: 0.05 },
  { places: 20, busiest: 500, failing: 0.02 },
])("with failing requests, finds items within 6 s using 60 % of the budget: %o", ({ failing, ...world }) => {
  const sources = makeSources({ ...world, minutes, seed });
  const outcome = simulate(sources, evenly!, { ...how, failing });
  expect(outcome.p95).toBeLessThanOrEqual(6);
  expect(outcome.found / outcome.written).toBeGreaterThan(0.99);
  expect(outcome.requestsPerMinute).toBeLessThanOrEqual(maxRequests);
});

test("with failing requests and 1,000 places, is as fast as polling every 20 s, without more requests", () => {
  const sources = makeSources({ places: 1_000, minutes, seed });
  const [before, now] = [every20!, evenly!].map((policy) =>
    simulate(sources, policy, { ...how, failing: 0.02 }),
  );
  expect(now!.p95).toBeLessThanOrEqual(before!.p95);
  expect(now!.requestsPerMinute).toBeLessThanOrEqual(before!.requestsPerMinute);
  // Which of the last items are found before the end is random.
  expect(now!.found / now!.written).toBeGreaterThan(before!.found / before!.written - 0.01);
});
