import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What became of what was broken: of a whole row of the table in docs/quality.md, or of a part of it. */
export interface FaultCount {
  fault: string;
  /** How often something was broken. */
  injected: number;
  /** Of the items, mails, events and rows that were followed. */
  lost: number;
  doubled: number;
  stuck: number;
}

const folder = path.resolve(".data/test/reports");
const linesFile = path.join(folder, "faults.jsonl");

/** Written by any process of the fault project; the table at its end shows all. */
export function noteFaults(count: FaultCount): void {
  appendFileSync(linesFile, `${JSON.stringify(count)}\n`);
}

/** How many of `wanted` are missing among what was got, and how many were got too often. */
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

/** Around the fault project: begins with no counts, ends with one table. */
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
