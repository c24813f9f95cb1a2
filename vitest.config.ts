import path from "node:path";
import { defineConfig } from "vitest/config";

const alias = { "@": path.resolve("src") };
/** Routes run without Next's server. */
const withoutNext = { ...alias, "next/server": path.resolve("tests/support/next-server.ts") };
/** Worker threads load the sources too, but Node can't import TypeScript without a loader. */
const execArgv = ["--import", path.resolve("tests/support/typescript-in-threads.mjs")];

/** A worker runs many files and loads each package once. */
const resetProcess = "tests/support/reset-process.ts";

/** Gives each file a separate database and one connection to it. */
const onOneConnection = ["tests/support/one-connection.ts", "tests/support/setup-integration.ts"];

/**
 * Timeouts only stop hanging tests. They are far above the duration of the slowest test, even with two cores
 * busy with the rest of `npm test`.
 */
const endOfTests = { testTimeout: 480_000, hookTimeout: 240_000 };
const endOfWaits = { poll: { interval: 20, timeout: 60_000 } };

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          setupFiles: [resetProcess],
          isolate: false,
          execArgv,
          ...endOfTests,
          expect: endOfWaits,
        },
      },
      {
        resolve: { alias: withoutNext },
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.{ts,tsx}"],
          globalSetup: ["tests/support/certificate-setup.ts", "tests/support/global-setup.ts"],
          setupFiles: [resetProcess, ...onOneConnection],
          isolate: false,
          execArgv,
          ...endOfTests,
          expect: endOfWaits,
        },
      },
      {
        resolve: { alias: withoutNext },
        test: {
          name: "conformance",
          include: ["tests/conformance/**/*.test.ts"],
          globalSetup: ["tests/support/certificate-setup.ts", "tests/support/global-setup.ts"],
          setupFiles: [resetProcess, ...onOneConnection],
          isolate: false,
          execArgv,
          ...endOfTests,
          expect: endOfWaits,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "start",
          include: ["tests/start/**/*.test.ts"],
          globalSetup: ["tests/support/global-setup.ts"],
          testTimeout: 900_000,
          hookTimeout: 600_000,
        },
      },
      {
        resolve: { alias },
        test: { name: "deployment", include: ["tests/deployment/*.test.ts"], hookTimeout: 1_200_000 },
      },
      {
        resolve: { alias },
        test: {
          name: "browsers",
          include: ["tests/browsers/*.test.ts"],
          ...endOfTests,
          expect: endOfWaits,
        },
      },
      {
        resolve: { alias: withoutNext },
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          globalSetup: [
            "tests/support/certificate-setup.ts",
            "tests/support/global-setup.ts",
            "tests/support/fault-report.ts",
          ],
          setupFiles: [resetProcess, "tests/support/setup-integration.ts"],
          isolate: false,
          execArgv,
          testTimeout: 900_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
