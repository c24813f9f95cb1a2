/** Under which a screen keeps what it shows of /api/coverage: what the listening box needs, and the whole answer. */
export const coverageKeys = { box: "/coverage", whole: "/coverage: whole" } as const;
