// What is known against the packages that the product runs with, as the registry tells it: high and critical fail.
import { fileURLToPath } from "node:url";
import { runNpm } from "./processes.mjs";

const waitMs = 8_000;
const grave = ["high", "critical"];

/**
 * Asks the registry; throws with a list where something grave is known. A registry that can't be asked, or that keeps
 * no such list, is told of and fails nothing: the answer of tomorrow is not this checkout's.
 *
 * @param {{ say?: (text: string) => void, cwd?: string, env?: Record<string, string | undefined> }} [how]
 */
export async function audit({ say = console.log, cwd, env = {} } = {}) {
  const report = await asked({ cwd, env });
  if (report === null || report.metadata?.vulnerabilities === undefined) {
    // Which registry that is, is nobody else's business.
    const [why = "no answer"] = report?.message?.split(" - ") ?? [];
    say(`  The registry told nothing about known vulnerabilities: ${why}`);
    return;
  }
  const found = Object.values(report.vulnerabilities ?? {}).filter(({ severity }) =>
    grave.includes(severity),
  );
  if (found.length === 0) return;
  const list = found.map(({ name, severity, range }) => `  ${name} ${range}: ${severity}`);
  throw new Error(`${found.length} packages with known vulnerabilities:\n${list.join("\n")}`);
}

/** npm's report; null where none could be read. npm ends with an error both for what it found and for what failed. */
async function asked({ cwd, env }) {
  const args = [
    "audit",
    "--omit=dev",
    "--json",
    "--loglevel=silent",
    "--fetch-retries=0",
    `--fetch-timeout=${waitMs}`,
  ];
  const output = await runNpm(args, { cwd, env }).catch((error) => error.output ?? "");
  const json = output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1);
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await audit().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
