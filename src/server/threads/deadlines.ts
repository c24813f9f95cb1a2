import type { TaskName } from "./tasks";

/** Time limit of each task (ms). After that, its thread is terminated. */
export const deadlinesMs: Readonly<Record<TaskName, number>> = {
  chooseExclusions: 5_000,
  explainWatches: 5_000,
  findExcluded: 5_000,
  findNarrowing: 5_000,
  matchItems: 5_000,
  offerExclusions: 5_000,
  parseResponse: 5_000,
  readFile: 10_000,
  render: 5_000,
};
