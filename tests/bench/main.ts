/** Runs the benches in turn, each in a process of its own: `npm run bench [name …]`. */
import { spawnSync } from "node:child_process";
import path from "node:path";

const benches = ["matching", "grouped"];
const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : benches) {
  console.log(`\n── ${name}`);
  const file = path.join(import.meta.dirname, `${name}.ts`);
  const { status } = spawnSync(process.execPath, ["--import", "tsx", file], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
