import { expect, test } from "vitest";
import { getBucket, getDelay, lastDelayBucket, toSeconds } from "@/domain/delivery/delay-buckets";

test("the value shown for a bucket is within 9.6 % of all delays in it", () => {
  for (let seconds = 0.1; seconds < 1_000_000; seconds *= 1.013) {
    const result = toSeconds(getBucket(seconds));
    expect(Math.abs(result - seconds) / seconds).toBeLessThan(0.096);
  }
});

test.each([
  [0, 0],
  [0.09, 0],
  [0.1, 1],
  [0.119, 1],
  [0.121, 2],
  [1_000_000_000, lastDelayBucket],
])("counts %d s in bucket %i", (seconds, bucket) => expect(getBucket(seconds)).toBe(bucket));

const many = (...seconds: number[]) => seconds.map((one) => ({ bucket: getBucket(one), count: 1 }));
test.each([
  { name: "nothing", counted: [], delay: null },
  { name: "one", counted: many(9), delay: [9, 9] },
  { name: "all at once", counted: many(0, 0, 0), delay: [0, 0] },
  { name: "one of twenty late", counted: [...many(...Array(19).fill(3)), ...many(400)], delay: [3, 3] },
  {
    name: "two of twenty late",
    counted: [...many(...Array(18).fill(3)), ...many(400, 500)],
    delay: [3, 400],
  },
  {
    name: "in any order, counted together",
    counted: [
      { bucket: 40, count: 1 },
      { bucket: 3, count: 30 },
    ],
    delay: [toSeconds(3), toSeconds(3)],
  },
])("quantiles of $name", ({ counted, delay }) => {
  const found = getDelay(counted);
  if (delay === null || found === null) expect(found).toBe(delay);
  else {
    expect(Math.abs(found.p50 - delay[0]!)).toBeLessThanOrEqual(0.096 * delay[0]!);
    expect(Math.abs(found.p95 - delay[1]!)).toBeLessThanOrEqual(0.096 * delay[1]!);
  }
});
