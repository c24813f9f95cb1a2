import { readFileSync } from "node:fs";
import { expect } from "vitest";

// With one connection, code that needs a second one while it uses the first fails. Race tests need several connections and
// import parallel-connections.ts. If DATABASE_POOL is set in the environment, it wins.
const isRace = readFileSync(expect.getState().testPath!, "utf8").includes("support/parallel-connections");
process.env.DATABASE_POOL ??= isRace ? "20" : "1";
