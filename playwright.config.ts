import { defineConfig, devices } from "@playwright/test";
import { launchOptions } from "./tests/support/e2e-browser";

/**
 * Tests that write to the sandbox, read its emails or trigger reads. They run one at a time, because they
 * would disturb each other.
 */
const shared =
  /(billing|channels|developers|feeds|first-minute|forums|hostile-mail|hosts|installed|keyboard|limits|mailed-links|news|offline|places|push|session|session-hard-cases|settings-account|settings-address|thread|trust)\.spec\.ts$/;

/**
 * One locks a table, so statements of other tests would time out; the others measure a minute. To run only one:
 * `npx playwright test slow-search --no-deps`.
 */
const alone = /(-pace|slow-search)\.spec\.ts$/;

/**
 * The other tests only use their own accounts. More workers than cores, because they wait half of the time.
 */
const ownWorkers = 3;

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/e2e-stage.ts",
  outputDir: ".data/test/e2e",
  workers: 1 + ownWorkers,
  forbidOnly: true,
  // Timeouts only stop hanging tests. A busy machine at half speed has needed more than half of these.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices["Desktop Chrome"],
    // Set by the global setup, which runs before workers load this file.
    baseURL: process.env.E2E_APP_URL,
    screenshot: "only-on-failure",
    // Tests can't intercept requests that a service worker handles. Tests of the worker allow it.
    serviceWorkers: "block",
    launchOptions,
  },
  projects: [
    { name: "shared", testMatch: shared, workers: 1 },
    { name: "own", testIgnore: [shared, alone], workers: ownWorkers },
    { name: "alone", testMatch: alone, workers: 1, dependencies: ["shared", "own"] },
  ],
});
