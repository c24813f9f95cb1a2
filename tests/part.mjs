/*
 * The tests that `npm test` selects from the slow suites; `npm run test:all` runs all tests. Type checks,
 * lint, structure and unit tests are the same in both. Flaky tests are not left out.
 */

/**
 * The slowest files of the service, site and channel tests, which only `test:all` runs. Files that are the
 * only test of a whole step are not listed.
 */
export const leftToAll = [
  "tests/conformance/channels/responses.test.ts",
  "tests/conformance/channels/secrets.test.ts",
  "tests/conformance/channels/smtp.test.ts",
  "tests/integration/accounts/deletion-at-size.test.ts",
  "tests/integration/accounts/invitations.test.ts",
  "tests/integration/client-file.test.ts",
  "tests/integration/developers.test.ts",
  "tests/integration/embedded-database.test.ts",
  "tests/integration/explain-own-link.test.ts",
  "tests/integration/many-notifications.test.ts",
  "tests/integration/mcp-protocol.test.ts",
  "tests/integration/migrate-data.test.ts",
  "tests/integration/pending-updates-mixed.test.ts",
  "tests/integration/pipeline/deliver-smtp.test.ts",
  "tests/integration/pipeline/even-pace.test.ts",
  "tests/integration/pipeline/hanging-receiver.test.ts",
  "tests/integration/pipeline/lane-heads.test.ts",
  "tests/integration/pipeline/large-pages.test.ts",
  "tests/integration/pipeline/recheck-heads.test.ts",
  "tests/integration/pipeline/sequence-heads.test.ts",
  "tests/integration/pipeline/spikes.test.ts",
  "tests/integration/pipeline/weekly-reports.test.ts",
  "tests/integration/places-at-addresses.test.ts",
  "tests/integration/wake-delivery.test.ts",
];

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

/**
 * User journeys from the first minute on, by mouse and keyboard. `screens` covers every screen in every
 * state.
 */
export const journeys = [
  "connections",
  "first-minute",
  "offline",
  "routes",
  "screens",
  "session",
  "shortcuts",
  "trust",
  "watches",
];
/** The screen widths (px) and the number of kills. */
export const settings = { SCREEN_WIDTHS: "320 1280", KILL_ROUNDS: "20" };
