import { printFigure } from "./figure";
import type { Cost } from "./stream-process";

/** A measurement and its time since the start. */
export interface MeasuredCost extends Cost {
  atMs: number;
}

const group = "stream";

/** Prints the delays from posts to their notifications (ms). */
export function printWaits(name: string, waitsMs: readonly number[]): void {
  const sorted = waitsMs.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? NaN) / 1_000;
  console.log(`${name}: ${waitsMs.length} posts heard, the last after ${at(1).toFixed(2)} s`);
  const figure = { group, bound: "ceiling", unit: "s" } as const;
  for (const [share, goal] of [
    [0.5, 0.3],
    [0.99, 1],
  ] as const)
    printFigure({
      ...figure,
      what: `${name}: written to notification, p${share * 100}`,
      goal,
      measured: at(share),
    });
}

/** Prints the cost of a listening process, measured ten times. */
export function printCosts(
  name: string,
  idle: Cost,
  costs: readonly MeasuredCost[],
  maxProcessor: number,
): void {
  const [first, last] = [costs[0]!, costs.at(-1)!];
  const stored = costs.map(({ megabytes }) => megabytes - idle.megabytes);
  console.log(`${name}: held ${stored.map((megabytes) => megabytes.toFixed(1)).join(", ")} MB above idle`);
  const figure = { group, bound: "ceiling" } as const;
  const max = (from: number, to?: number) => Math.max(...stored.slice(from, to));
  printFigure({ ...figure, what: `${name}: memory above idle`, goal: 60, measured: max(0), unit: "MB" });
  printFigure({
    ...figure,
    what: `${name}: memory held in the last third above that in the second`,
    goal: 5,
    measured: Math.max(0, max(-3) - max(-6, -3)),
    unit: "MB",
  });
  printFigure({
    ...figure,
    what: `${name}: processor`,
    goal: maxProcessor,
    measured: (100 * (last.workedMs - first.workedMs)) / (last.atMs - first.atMs),
    unit: "% of a core",
  });
}
