/**
 * Functions that run in worker threads. Input and output are copied, so they must be plain data. For invalid
 * input, a function throws an AppError or returns the problem. It can't use settings, the database or the
 * clock. Add deadlines in `deadlines.ts`.
 */
export const tasks = {
  parseResponse: async () => (await import("./parse-response")).parseResponse,
  explainWatches: async () => (await import("@/server/watches/matching/explain-watches")).explainWatches,
  chooseExclusions: async () => (await import("@/server/watches/matching/exclude")).chooseExclusions,
  findExcluded: async () => (await import("@/server/watches/matching/exclude")).findExcluded,
  offerExclusions: async () => (await import("@/server/watches/matching/exclude")).offerExclusions,
  findNarrowing: async () => (await import("@/server/watches/matching/find-narrowing")).findNarrowing,
  matchItems: async () => (await import("@/server/watches/matching/match-items")).matchItems,
  readFile: async () => (await import("@/server/watches/import/read-file")).readFile,
  render: async () => (await import("@/server/rendering/render-source")).renderSource,
};

export type TaskName = keyof typeof tasks;
type Work<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;
export type TaskInput<Name extends TaskName> = Parameters<Work<Name>>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<Work<Name>>>;
