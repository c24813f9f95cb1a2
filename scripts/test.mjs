#!/usr/bin/env node
// npm test: all checks required before a change is merged, from types to browser tests. npm run test:all:
// every test. Ends with a line of counts.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureInstalled } from "./install.mjs";
import { root, runTool } from "./processes.mjs";
import { step } from "./progress.mjs";
import { browsers } from "../tests/browsers/installed.mjs";
import { canaries } from "../tests/support/canaries.mjs";

const isAll = process.argv.includes("--all");
/** Shorter tests. The tests explain their variables. */
const some = { BYPASS: "some", HOSTILE: "some" };
const shortened = { ...some, ABSENCE_HOURS: "4", KILL_ROUNDS: "20", SCREEN_WIDTHS: "320 1280" };
if (!isAll) for (const [name, value] of Object.entries(shortened)) process.env[name] ??= value;
/** These build or compile again: an installation without development packages, and Next's development server. */
const withoutBuilds = ["-t", "^(?!.*(?:the README's production commands|work with live reload))"];

const reports = path.join(root, ".data/test/reports");
const failures = [];
const failedTests = [];
const counts = { passed: 0, failed: 0 };

/** Runs one step. Prints the names of its failed tests and keeps their output for the end. */
async function attempt(label, work, { read, hasOwnLines = false } = {}) {
  let error = null;
  try {
    await (hasOwnLines ? work() : step(label, work));
  } catch (caught) {
    error = caught;
  }
  const counted = read?.() ?? { passed: 0, failed: 0 };
  counts.passed += counted.passed;
  // A runner that fails without a failed test (a file that doesn't load, an error after the last) counts as one.
  counts.failed += error ? Math.max(counted.failed, 1) : counted.failed;
  const names = counted.names ?? (error ? [label] : []);
  failedTests.push(...names);
  if (names.length > 0) console.log(names.join("\n"));
  if (error) failures.push({ label, output: error.output ?? error.message });
  if (read && !error && counted.passed === 0) failures.push({ label, output: "No test ran." });
}

function readReport(name, pick) {
  const file = path.join(reports, `${name}.json`);
  return existsSync(file) ? pick(JSON.parse(readFileSync(file, "utf8"))) : { passed: 0, failed: 0 };
}

/** Lines of an error in the list of failed tests. */
const errorLines = 12;
const maxWidth = 200;
/** A failed test: file and title, then the start of the error and the page. */
function named(file, title, error = "", shown = []) {
  const lines = stripVTControlCharacters(error)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, errorLines);
  return [
    [file, title].filter(Boolean).join(" › "),
    ...[...lines, ...shown].map((line) => `    ${line.slice(0, maxWidth)}`),
  ].join("\n");
}

/** Lines of a page in the list of failed tests. */
const shownLines = 25;
/** The roles and texts of the page at a failure. */
function shownPage({ attachments }) {
  const file = attachments.find(({ name }) => name === "error-context")?.path;
  if (!file || !existsSync(file)) return [];
  const [, snapshot = ""] = readFileSync(file, "utf8").split("```yaml\n");
  const lines = snapshot
    .split("\n```")[0]
    .replaceAll(/ \[(ref=\w+|cursor=\w+)\]/g, "")
    .split("\n")
    .map((line) => line.trim());
  // The navigation before it is the same on all pages.
  const main = lines.slice(Math.max(lines.indexOf("- main:"), 0));
  const texts = main.filter((line) => /["“]|: ./.test(line));
  return texts.length === 0 ? [] : ["The page:", ...texts.slice(0, shownLines)];
}

/** The errors that the app logged during the browser tests, which often explain a failed one. */
function loggedErrors() {
  const file = path.join(root, ".data/test/logs/app.log");
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  const byText = new Map();
  // Without what differs each time.
  const fields = ["msg", "route", "where", "name", "code", "message", "error"];
  for (const line of lines.filter((line) => line.startsWith('{"level":50'))) {
    try {
      const error = JSON.parse(line);
      const text = JSON.stringify(error, fields).slice(0, maxWidth);
      byText.set(text, [...(byText.get(text) ?? []), error.time.slice(11, 19)]);
    } catch {
      // A killed process can leave half a line.
    }
  }
  return [...byText]
    .slice(-errorLines)
    .map(([text, times]) => `${text}: ${times.length}, last at ${times.at(-1)}`);
}

/** Runs Vitest projects; `more` has additional arguments. */
function vitest(projects, more = [], { name: project = projects[0], env = {} } = {}) {
  const args = [
    "run",
    ...projects.flatMap((name) => ["--project", name]),
    ...more,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${reports}/${project}.json`,
  ];
  const pick = ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    names: testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = path.relative(root, name);
      const failed = assertionResults.filter((test) => test.status === "failed");
      if (failed.length === 0 && status === "failed") return [named(file, "", message)];
      return failed.map((test) => named(file, test.fullName, test.failureMessages[0]));
    }),
  });
  return [() => runTool("vitest/vitest.mjs", args, { env }), { read: () => readReport(project, pick) }];
}

/** Runs the race tests with one connection. They prove no races that way, but find code that needs a second connection. */
function onOneConnection() {
  const files = readdirSync(path.join(root, "tests/integration"), { recursive: true, encoding: "utf8" })
    .map((file) => `tests/integration/${file}`)
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) => readFileSync(path.join(root, file), "utf8").includes("parallel-connections"));
  const env = { DATABASE_POOL: "1" };
  return vitest(["integration"], ["--maxWorkers", "4", ...files], { name: "one-connection", env });
}

function playwright() {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: `${reports}/e2e.json` };
  const failedSpecs = ({ suites = [], specs = [] }) => [
    ...suites.flatMap(failedSpecs),
    ...specs
      .filter((spec) => !spec.ok)
      .map(({ file, title, tests: [test] }) => {
        const result = test?.results[0];
        // The line in the test, or in a helper.
        const { file: at = file, line } = result?.errorLocation ?? {};
        const place = line ? `${path.basename(at)}:${line}` : file;
        return named(place, title, result?.error?.message, result && shownPage(result));
      }),
  ];
  const pick = ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected,
    names: failedSpecs({ suites }),
  });
  return [
    () => runTool("@playwright/test/cli.js", ["test", "--reporter=dot,json"], { env }),
    { read: () => readReport("e2e", pick) },
  ];
}

/** Static checks. Two run in parallel, which suits two cores. Architecture rules are unit tests. */
async function checkSources() {
  const checks = [
    ["Lint", "eslint/bin/eslint.js", [".", "--max-warnings", "0"]],
    ["Types and promises", "oxlint/bin/oxlint", [".", ".next/types/validator.ts"]],
    ["Unused code", "knip/bin/knip.js", []],
    ["Format", "prettier/bin/prettier.cjs", ["--check", "--log-level", "warn", "."]],
  ];
  const next = async () => {
    for (let check = checks.shift(); check; check = checks.shift()) {
      const [label, tool, args] = check;
      await attempt(label, () => runTool(tool, args));
    }
  };
  await Promise.all([next(), next()]);
}

/** The main journeys in Firefox and WebKit, or a hint for each that isn't installed. */
async function otherBrowsers() {
  const hints = Object.values(browsers).flatMap(({ missing }) => missing ?? []);
  for (const hint of hints) console.log(hint);
  if (hints.length < Object.keys(browsers).length)
    await attempt("Journeys in Firefox and WebKit", ...vitest(["browsers"]));
}

function conclude() {
  // The most useful last, because some services only keep the end of the output.
  const faults = path.join(reports, "faults.txt");
  if (existsSync(faults)) console.log(`\n${readFileSync(faults, "utf8").trimEnd()}`);
  for (const { label, output } of failures) {
    console.log(`\n──── ${label} ────\n${output.trimEnd()}`);
  }
  if (failedTests.length > 0) {
    const errors = loggedErrors().map((line) => `  ${line}\n`);
    if (errors.length > 0) console.log(`\nLogged errors:\n${errors.join("").trimEnd()}`);
    console.log(`\nFailed:\n${failedTests.map((name) => `  ${name}`).join("\n")}`);
  }
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = failures.length > 0 || counts.failed > 0 || counts.passed === 0 ? 1 : 0;
}

async function main() {
  await ensureInstalled({ withTests: true });
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const { ensureBuilt, ensureClient } = await import("./build.mjs");
  await attempt("Database client", () => ensureClient(), { hasOwnLines: true });
  await attempt("Types of the routes", () => runTool("next/dist/bin/next", ["typegen"]));
  await checkSources();
  await Promise.all([
    attempt("Unit tests", ...vitest(["unit"])),
    // Every secret is a canary value that a test searches for in the build.
    attempt("Build", () => ensureBuilt({ env: canaries }), { hasOwnLines: true }),
  ]);
  // Steps that mostly wait for processes and the registry run in parallel with the others.
  const { audit } = await import("./audit.mjs");
  const { ensureBrowser, ensureHeadlessShell } = await import("./browser.mjs");
  await Promise.all([
    // Two workers per core, because half of their time is waiting.
    attempt(
      "Integration tests; sites and channels, each by one suite",
      ...vitest(["integration", "conformance"], ["--maxWorkers", "4"]),
    ),
    attempt("The start in a fresh copy", ...vitest(["start"], isAll ? [] : withoutBuilds)),
    attempt("Known vulnerabilities", audit, { hasOwnLines: true }),
    attempt("A browser", () => ensureBrowser().then(ensureHeadlessShell), { hasOwnLines: true }),
  ]);
  if (isAll) await attempt("The same on one connection", ...onOneConnection());
  // Not in parallel: both use all cores, so it would save nothing, and pages would wait for seconds.
  await attempt("Tests in a browser", ...playwright());
  if (isAll) await otherBrowsers();
  if (isAll && !existsSync("/usr/sbin/pgbouncer"))
    console.log("PgBouncer isn't installed (Debian: pgbouncer), so workers are killed without a pooler.");
  await attempt("Fault tests", ...vitest(["faults"]));
  if (isAll) {
    await attempt("Vercel's build", ...vitest(["deployment"]));
    // Time limits are only reliable if nothing else runs.
    await attempt("The first minute", () => runTool("tsx/dist/cli.mjs", ["tests/bench/first-minute.ts"]));
    await attempt("Benches in short", () => runTool("tsx/dist/cli.mjs", ["tests/bench/main.ts", "--short"]));
  }
  conclude();
}

main().catch((error) => {
  console.error(error.output ?? error.message);
  console.log(`\n${counts.passed} passed, ${counts.failed + 1} failed`);
  process.exitCode = 1;
});
