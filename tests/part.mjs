/*
 * The tests that `npm test` selects from the fault and startup tests; `npm run test:all` runs all tests.
 * Everything else is the same in both. Flaky tests are not left out.
 */

/** Tests of an installation from a fresh clone: the start and the end. */
export const starts = [
  "installs the required packages and starts",
  "notifies of a manually written post",
  "Ctrl-C stops it cleanly",
];

/**
 * Fault tests for the delivery guarantee: killed processes, interrupted commits, shutdown, a full disk and
 * broken items.
 */
export const faults = [
  "tests/faults/commit-cut.test.ts",
  "tests/faults/disk-full.test.ts",
  "tests/faults/graceful-stop.test.ts",
  "tests/faults/kill.test.ts",
  "tests/faults/poison.test.ts",
  "tests/faults/render-kill.test.ts",
  "tests/faults/secrets.test.ts",
  "tests/faults/sequence-loss.test.ts",
  "tests/faults/viral.test.ts",
];

/** The screen widths (px), the number of kills and the ways around the middleware. */
export const settings = { SCREEN_WIDTHS: "320 1280", KILL_ROUNDS: "20", BYPASS: "some" };
