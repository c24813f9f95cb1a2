/*
 * What `npm test` takes of the suites that need longer than somebody waits for; `npm run test:all` takes every test. Types, lint,
 * structure and unit tests are the same in both. Nothing is left out because it fails now and then.
 */

/** Left to it of services, sites and channels: the files that take longest, but for those that stand for a whole step of the way. */
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
  "tests/integration/pending-marks-mixed.test.ts",
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

/** Of one product's life from a bare clone: the beginning and the end. */
export const starts = [
  "installs what runs it and starts",
  "a post written by hand is a notification",
  "ctrl-C ends it cleanly",
];

/** What the promise has to stand: a process killed anywhere, a commit cut, a stop, a full disk and poison. */
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

/** From the first minute to the hundredth day, by mouse and by keys; every screen in every state stands in `screens`. */
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
/** At which widths every screen is looked at, px, and how often a process is killed. */
export const settings = { SCREEN_WIDTHS: "320 1280", KILL_ROUNDS: "20" };
