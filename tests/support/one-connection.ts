// With one connection, code that needs a second one while it uses the first fails. Race tests need several connections and import
// parallel-connections.ts.
process.env.TEST_POOL = process.env.DATABASE_POOL === undefined ? "ours" : "given";
process.env.DATABASE_POOL ??= "1";
