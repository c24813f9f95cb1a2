/** One measured figure beside its goal: benches print it, main.ts collects what they print. */
export interface Figure {
  /** The bench, or the part of it: the table's first column. */
  group: string;
  what: string;
  goal: number;
  measured: number;
  unit: string;
  /** A floor is to be reached or passed, a ceiling not to be passed. */
  bound: "floor" | "ceiling";
  /** What the short form insists on: a ratio with a wide margin. Without it the short form only prints. */
  wide?: number;
}

const mark = "figure ";

/** Every bench draws its data from it, so that two runs see the same. */
export const seed = 20_261_121;

/** Whether the bench was asked for its short form: seconds, small sizes, only ratios count. */
export const isShort = process.argv.includes("--short");

/** Prints a figure as one line that main.ts picks out; everything else a bench prints is for people. */
export function printFigure(figure: Figure): void {
  console.log(mark + JSON.stringify(figure));
}

/** The figure of a line that printFigure wrote; null for any other line. */
export function readFigure(line: string): Figure | null {
  return line.startsWith(mark) ? (JSON.parse(line.slice(mark.length)) as Figure) : null;
}

/** How far the goal was reached: 1 or more is a pass, whichever way the bound points. */
export function reached(figure: Figure, goal: number = figure.goal): number {
  const ratio = figure.bound === "floor" ? figure.measured / goal : goal / figure.measured;
  return Number.isNaN(ratio) ? 1 : ratio;
}
