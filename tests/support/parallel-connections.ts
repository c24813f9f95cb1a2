// Marks race tests: one-connection.ts gives files that import this several connections. An effect of this module wouldn't do,
// because it's evaluated once per worker, not per file.
export {};
