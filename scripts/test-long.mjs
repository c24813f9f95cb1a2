#!/usr/bin/env node
// npm run test:long [WORD…]: runs the full versions of fault tests and long simulations one after another,
// which takes hours. Words select tests by name. Ends with a table. `--list` prints the names.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ensureInstalled } from "./install.mjs";
import { longForms } from "./long-forms.mjs";
import { root, runTool } from "./processes.mjs";
import { step } from "./progress.mjs";

const reports = path.join(root, ".data/test/reports");
const columns = ["injected", "lost", "doubled", "stuck"];

/** Returns the totals that the fault tests recorded, or null for tests that inject no faults. */
function countFaults() {
  const file = path.join(reports, "faults.jsonl");
  if (!existsSync(file)) return null;
  const recorded = readFileSync(file, "utf8").trimEnd().split("\n").map(JSON.parse);
  return Object.fromEntries(
    columns.map((column) => [column, recorded.reduce((sum, one) => sum + one[column], 0)]),
  );
}

/** Runs one test. Keeps the output of a failure and continues with the next test. */
async function runForm({ project, file, env, name }) {
  const startedMs = performance.now();
  let error = null;
  let output = "";
  try {
    output = await step(name, () =>
      runTool("vitest/vitest.mjs", ["run", "--project", project, file], { env }),
    );
  } catch (caught) {
    error = caught;
    output = caught.output ?? caught.message;
  }
  const minutes = Math.round((performance.now() - startedMs) / 6_000) / 10;
  const counts = project === "faults" ? countFaults() : null;
  return { name, outcome: error ? "failed" : "passed", minutes, counts, output };
}

/** Extracts a test's own messages: lines that start with a word and a colon. */
function saidIn(output) {
  return output.split("\n").filter((line) => /^[a-z]+: /.test(line));
}

function table(results) {
  const rows = results.map(({ name, outcome, minutes, counts }) => [
    name,
    outcome,
    `${minutes} min`,
    ...columns.map((column) => String(counts?.[column] ?? "")),
  ]);
  const all = [["form", "outcome", "time", ...columns], ...rows];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
        .join("  "),
    )
    .join("\n");
}

async function main(words) {
  const all = longForms();
  if (words.includes("--list")) return console.log(all.map(({ name }) => name).join("\n"));
  const forms = all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (forms.length === 0) throw new Error("Unknown name. npm run test:long -- --list shows all names.");
  await ensureInstalled({ withTests: true });
  // Tests that need the built app build it themselves.
  const { ensureClient } = await import("./build.mjs");
  await ensureClient();
  const results = [];
  for (const form of forms) results.push(await runForm(form));
  for (const { name, outcome, output } of results) {
    if (outcome === "failed") console.log(`\n──── ${name} ────\n${output.trimEnd()}`);
  }
  console.log(`\n${results.flatMap(({ output }) => saidIn(output)).join("\n")}\n\n${table(results)}`);
  process.exitCode = results.some(({ outcome }) => outcome === "failed") ? 1 : 0;
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error.output ?? error.message);
  process.exitCode = 1;
});
