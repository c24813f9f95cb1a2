import { expect } from "@playwright/test";
import { firstMinute } from "../support/e2e-first-minute";
import { test } from "../support/e2e-person";

test("from the landing page to the first real match in up to nine clicks and a minute", async ({ page }) => {
  const { clicks, tookMs, onTheWayMs, sumsMs } = await firstMinute(page);
  const description = `${clicks} clicks, ${tookMs} ms, ${onTheWayMs} of them the mail's; ${Math.round(sumsMs)} for the sums`;
  test.info().annotations.push({ type: "measured", description });
  expect(clicks).toBeLessThanOrEqual(9);
  expect(tookMs).toBeLessThanOrEqual(60_000);
  // The 20 s limit is checked by the benchmark on an idle machine. Under load the limit is 35 times the
  // browser's calculation time.
  expect((tookMs - onTheWayMs) / sumsMs).toBeLessThanOrEqual(35);
});
