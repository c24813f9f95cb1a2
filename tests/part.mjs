/*
 * What `npm test` shortens; `npm run test:all` runs all tests at full length. Everything else is the same in
 * both. Flaky tests are not left out.
 */

/** The tests of a fresh installation that run: the start and the end. */
export const starts = [
  "installs the required packages and starts",
  "notifies of a manually written post",
  "Ctrl-C stops it cleanly",
];

/** The screen widths (px), the number of kills and the ways around the middleware. */
export const settings = { SCREEN_WIDTHS: "320 1280", KILL_ROUNDS: "20", BYPASS: "some" };
