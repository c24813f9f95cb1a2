#!/usr/bin/env node
// npm test: everything CI runs, in one go. Every step runs, also after one that failed, so that one run tells all.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureInstalled } from "./install.mjs";
import { root, runTool } from "./processes.mjs";
import { step } from "./progress.mjs";

const reports = path.join(root, ".data/reports");
const counts = { passed: 0, failed: 0 };

/** A step that is a test by itself: types, lint, structure. */
async function check(label, work) {
  try {
    const result = await step(label, work);
    counts.passed += 1;
    return result;
  } catch (error) {
    counts.failed += 1;
    console.log(`${error.output ?? error.stack ?? error}`);
    return null;
  }
}

/** A runner whose own tests are counted from its report; failing without a failed test counts as one. */
async function suite(label, report, count, work) {
  const before = counts.failed;
  const file = path.join(reports, report);
  try {
    await step(label, () => work(file));
    count(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    console.log(`${error.output ?? error.stack ?? error}`);
    try {
      count(JSON.parse(readFileSync(file, "utf8")));
    } catch {
      // It ended before it could write one; counted below.
    }
    if (counts.failed === before) counts.failed += 1;
  }
}

function countVitest(report) {
  counts.passed += report.numPassedTests;
  counts.failed += report.numFailedTests + report.numPendingTests;
}

function countPlaywright(report) {
  counts.passed += report.stats.expected;
  counts.failed += report.stats.unexpected + report.stats.flaky + report.stats.skipped;
}

const vitest = (project) => (file) =>
  runTool("vitest/vitest.mjs", [
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);

async function endToEnd(file) {
  const { ensureBrowser } = await import("./browser.mjs");
  const { buildStage } = await import("./stage.mjs");
  const browser = await ensureBrowser();
  const stage = await buildStage();
  try {
    const env = { APP_URL: stage.appUrl, SANDBOX_URL: stage.sandboxUrl, CHROMIUM_PATH: browser };
    await runTool("@playwright/test/cli.js", ["test"], {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    });
  } finally {
    await stage.strike();
  }
}

async function main() {
  const since = performance.now();
  await ensureInstalled();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const { ensureBuilt, ensureClient } = await import("./build.mjs");
  await check("The database client", () => ensureClient());
  await check("Types", async () => {
    await runTool("next/dist/bin/next", ["typegen"]);
    await runTool("typescript/bin/tsc", ["--noEmit"]);
  });
  await check("Lint", () => runTool("eslint/bin/eslint.js", [".", "--max-warnings", "0"]));
  await check("Format", () => runTool("prettier/bin/prettier.cjs", ["--check", "."]));
  await check("Structure", () =>
    runTool("dependency-cruiser/bin/dependency-cruise.mjs", [
      ...["--config", ".dependency-cruiser.cjs", "middleware.ts"],
      ...["src", "sandbox", "prisma", "scripts", "tests"],
    ]),
  );
  await check("Unused code", () => runTool("knip/bin/knip.js", []));
  await suite("Unit tests", "unit.json", countVitest, vitest("unit"));
  await suite("Integration tests", "integration.json", countVitest, vitest("integration"));
  await suite("Fault tests", "faults.json", countVitest, vitest("faults"));
  const built = await check("The build", async () => (await ensureBuilt(), true));
  if (built) await suite("End-to-end tests", "e2e.json", countPlaywright, endToEnd);
  else counts.failed += 1;

  console.log(`\n${Math.round((performance.now() - since) / 1000)} s in all`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
}

await main().catch((error) => {
  console.error(error.output ?? error.message);
  console.log(`${counts.passed} passed, ${counts.failed + 1} failed`);
  process.exitCode = 1;
});
