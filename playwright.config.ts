import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { browserFlags, findBrowser } from "./scripts/browser.mjs";

/** What writes into the sandbox, reads its mails or has the sites read: one at a time, for it would disturb another. */
const shared =
  /(billing|channels|developers|feeds|first-minute|forums|hostile-mail|hosts|installed|keyboard|limits|mailed-links|news|offline|places|push|session|session-hard-cases|settings-account|settings-address|trust)\.spec\.ts$/;

/** All others touch no account but their own. More at a time than there are cores: half of each one's time is waiting. */
const ownWorkers = 3;

const browser = process.platform === "win32" ? null : findBrowser();

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/e2e-stage.ts",
  outputDir: ".data/test/e2e",
  workers: 1 + ownWorkers,
  forbidOnly: true,
  // They end what hangs and judge nobody's pace: no test takes a tenth of it, and both cores have work.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices["Desktop Chrome"],
    // Set by the global setup; the workers read this file after it.
    baseURL: process.env.E2E_APP_URL,
    screenshot: "only-on-failure",
    // Requests that one takes up can't be answered by a test; what the worker does is tested where it is allowed.
    serviceWorkers: "block",
    launchOptions: {
      ...(browser === null
        ? {}
        : {
            executablePath: path.resolve("tests/support/chromium.sh"),
            env: { ...process.env, CHROMIUM: browser },
          }),
      args: browserFlags,
    },
  },
  projects: [
    { name: "shared", testMatch: shared, workers: 1 },
    { name: "own", testIgnore: shared, workers: ownWorkers },
  ],
});
