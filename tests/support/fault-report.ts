import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Results of a fault test: a row of the table in docs/quality.md, or a part of one. */
export interface FaultCount {
  fault: string;
  /** Number of injected faults. */
  injected: number;
  /** Counts of the items, emails, events and rows that were checked. */
  lost: number;
  doubled: number;
  stuck: number;
}

const folder = path.resolve(".data/test/reports");
const linesFile = path.join(folder, "faults.jsonl");

/** Records a count. Any process of the fault project can call it; the final table contains all counts. */
export function recordFaults(count: FaultCount): void {
  appendFileSync(linesFile, `${JSON.stringify(count)}\n`);
}

/** Counts the items of `wanted` that are missing in `got` or occur too often. */
export function compare(
  wanted: readonly string[],
  got: readonly string[],
): { lost: number; doubled: number } {
  const distinct = new Set(got);
  return {
    lost: wanted.filter((one) => !distinct.has(one)).length,
    doubled: got.length - distinct.size,
  };
}

function table(counts: readonly FaultCount[]): string {
  const total = { fault: "all together", injected: 0, lost: 0, doubled: 0, stuck: 0 };
  for (const count of counts) {
    for (const column of ["injected", "lost", "doubled", "stuck"] as const) total[column] += count[column];
  }
  const width = Math.max(...[...counts, total].map(({ fault }) => fault.length));
  const line = (fault: string, cells: readonly unknown[]) =>
    fault.padEnd(width) + cells.map((cell) => String(cell).padStart(10)).join("");
  const rows = [...counts, total].map(({ fault, injected, lost, doubled, stuck }) =>
    line(fault, [injected, lost, doubled, stuck]),
  );
  return [line("fault", ["injected", "lost", "doubled", "stuck"]), ...rows].join("\n");
}

/** Deletes old counts before the fault project and prints one table after it. */
export default function setup(): () => void {
  mkdirSync(folder, { recursive: true });
  rmSync(linesFile, { force: true });
  return () => {
    if (!existsSync(linesFile)) return;
    const lines = readFileSync(linesFile, "utf8").trimEnd().split("\n");
    const printed = table(lines.map((line) => JSON.parse(line) as FaultCount));
    writeFileSync(path.join(folder, "faults.txt"), `${printed}\n`);
    console.log(`\n${printed}`);
  };
}
