/**
 * Functions that run in worker threads, each loaded by the threads that need it. Input and output are copied between
 * threads (structured clone), so they are plain data. A function throws an AppError, or returns, what is wrong with
 * its input; it reads no settings, no database and no clock.
 *
 * To add a task: write the function in its own file, and add its line here and its deadline in `deadlines.ts`.
 */
export const tasks = {
  /** Of a site: see `parsers` in `RegisteredSite`. */
  parseResponse: async () => (await import("./parse-response")).parseResponse,
  explainWatches: async () => (await import("@/server/watches/matching/explain-watches")).explainWatches,
  chooseExclusions: async () => (await import("@/server/watches/matching/exclude")).chooseExclusions,
  findExcluded: async () => (await import("@/server/watches/matching/exclude")).findExcluded,
  offerExclusions: async () => (await import("@/server/watches/matching/exclude")).offerExclusions,
  findWays: async () => (await import("@/server/watches/matching/find-ways")).findWays,
  matchItems: async () => (await import("@/server/watches/matching/match-items")).matchItems,
  readFile: async () => (await import("@/server/watches/import/read-file")).readFile,
  render: async () => (await import("@/server/rendering/render-source")).renderSource,
};

export type TaskName = keyof typeof tasks;
type Work<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;
export type TaskInput<Name extends TaskName> = Parameters<Work<Name>>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<Work<Name>>>;
