#!/usr/bin/env node
// npm run figures: prints code metrics. tests/unit/figures.test.ts has the limits.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./processes.mjs";

/** Returns the source files in a folder as { file, text }, without generated ones. */
function sourcesBelow(place, folder) {
  return readdirSync(path.join(place, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith(path.join("src", "generated")))
    .map((file) => ({ file, text: readFileSync(path.join(place, file), "utf8") }));
}

const isBelow = (file, ...folders) => folders.some((folder) => file.startsWith(`${folder}/`));
const median = (numbers) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
const countOf = (texts, pattern) =>
  texts.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);

/** Returns the code metrics of a checkout. */
export function figures(place = root) {
  const src = sourcesBelow(place, "src");
  const server = src.filter(({ file }) => isBelow(file, "src/server"));
  const ofSite = ["src/sites/reddit", "src/contract", "src/features/landing", "src/features/legal"];
  return {
    "files in server": server.length,
    "lines of its middle file": median(server.map(({ text }) => text.trimEnd().split("\n").length)),
    "files of statements": server.filter(({ file }) => /\/(statements|sql)\//.test(file)).length,
    "calls of Prisma's client": countOf(
      server,
      /\b(?:prisma\(\)|tx|db)\.[a-z]\w*\.(?:find|create|update|upsert|delete|count|aggregate|groupBy)\w*\(/g,
    ),
    // Templates passed to rows() or query(), and those in lists of statements. Parts of statements don't count.
    "statements by hand": countOf(
      server,
      /(?:\b(?:rows|query)\b[^`;]*?|(?::|=>) \([^)]*\) =>\s*)\bsql`\s*(?:\$\{[^}]*\}\s*)?(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/g,
    ),
    "files that name Reddit elsewhere": src.filter(
      ({ file, text }) => !isBelow(file, ...ofSite) && /reddit/i.test(text),
    ).length,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(figures());
