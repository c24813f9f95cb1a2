// Lists the full versions of tests that `npm test` runs in a short version. Each test names the environment
// variables of its full version.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./processes.mjs";

const places = [
  { project: "faults", folder: "tests/faults" },
  { project: "integration", folder: "tests/integration" },
  { project: "unit", folder: "tests/unit" },
];
/** The phrase in tests: NAME=VALUE is the full run. */
const fullLengthPattern = /((?:[A-Z]+_[A-Z]+=[\d.]+ )+)is the full run/g;

/** Returns every full version: { project, file, env, name }. `name` is used to select it and in the table. */
export function longForms() {
  return places.flatMap(({ project, folder }) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((name) => name.endsWith(".test.ts"))
      .sort()
      .flatMap((name) => formsOf(project, `${folder}/${name}`)),
  );
}

function formsOf(project, file) {
  const source = readFileSync(path.join(root, file), "utf8");
  return [...source.matchAll(fullLengthPattern)].map(([, words]) => {
    const settings = words.trim().split(" ");
    const env = Object.fromEntries(settings.map((setting) => setting.split("=")));
    return { project, file, env, name: [path.basename(file, ".test.ts"), ...settings].join(" ") };
  });
}
