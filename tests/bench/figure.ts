/** A measured value and its goal. Benchmarks print them and main.ts collects them. */
export interface Figure {
  /** The benchmark, or a part of it: the first column of the table. */
  group: string;
  what: string;
  goal: number;
  measured: number;
  unit: string;
  /** A floor is a minimum, a ceiling a maximum. */
  bound: "floor" | "ceiling";
  /**
   * The limit in the short form: a ratio with a wide margin. Without it, the short form only prints the
   * value.
   */
  wide?: number;
}

const mark = "figure ";

/** The seed of all random data, so runs are comparable. */
export const seed = 20_261_121;

/** True in the short form: seconds, small sizes, and only ratios are checked. */
export const isShort = process.argv.includes("--short");

/** Prints a figure as a line for main.ts. All other output is for people. */
export function printFigure(figure: Figure): void {
  console.log(mark + JSON.stringify(figure));
}

/** Parses a line written by `printFigure`; null for other lines. */
export function readFigure(line: string): Figure | null {
  return line.startsWith(mark) ? (JSON.parse(line.slice(mark.length)) as Figure) : null;
}

/** The ratio to the goal, for floors and ceilings. At least 1 means passed. */
export function reached(figure: Figure, goal: number = figure.goal): number {
  const ratio = figure.bound === "floor" ? figure.measured / goal : goal / figure.measured;
  return Number.isNaN(ratio) ? 1 : ratio;
}
