import type { TaskName } from "./tasks";

/** How long each task may run (ms). Its thread is terminated after that. */
export const deadlinesMs: Readonly<Record<TaskName, number>> = {
  parseResponse: 5_000,
  readFile: 10_000,
  render: 5_000,
};
