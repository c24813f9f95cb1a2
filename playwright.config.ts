import { defineConfig } from "@playwright/test";

const asRoot = process.getuid?.() === 0;

/** The stage is built by scripts/test.mjs (npm test), which hands over its addresses and the browser. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: ".data/reports/e2e.json" }]],
  use: {
    baseURL: process.env.APP_URL,
    screenshot: "only-on-failure",
    trace: "off",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        ...(asRoot ? ["--no-sandbox"] : []),
        ...["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
        ...["--disable-component-update", "--disable-sync"],
      ],
    },
  },
});
