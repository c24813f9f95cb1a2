import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { browserFlags, findBrowser } from "./scripts/browser.mjs";

/** What only looks, answers the page's calls itself, or touches no account but its own: half of the time. */
const looking =
  /(screens|timings|boundary|headers|routes|theme|hostile|settings-leaving|dialog-footer|passages|watch-overlap|live|filters|limit-in-form|keys)\.spec\.ts$/;

/** How many of them run at a time; half of each one's time is waiting. */
const screenWorkers = Number(process.env.SCREEN_WORKERS ?? 1);

const browser = process.platform === "win32" ? null : findBrowser();

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/e2e-stage.ts",
  outputDir: ".data/test/e2e",
  // One of each project at a time: what journeys do to the sandbox would disturb other journeys.
  workers: 1 + screenWorkers,
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
    { name: "journeys", testIgnore: looking, workers: 1 },
    { name: "screens", testMatch: looking, workers: screenWorkers },
  ],
});
