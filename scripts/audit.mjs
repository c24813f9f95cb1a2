// Checks the production packages for known vulnerabilities. High and critical ones fail.
import { fileURLToPath } from "node:url";
import { runNpm } from "./processes.mjs";

const waitMs = 8_000;
const grave = ["high", "critical"];

/**
 * Queries the registry. Throws with a list of serious vulnerabilities. If the registry is unreachable or has
 * no such data, only prints a warning: that isn't a problem of this checkout.
 *
 * @param {{ say?: (text: string) => void, cwd?: string, env?: Record<string, string | undefined> }} [how]
 */
export async function audit({ say = console.log, cwd, env = {} } = {}) {
  const report = await requested({ cwd, env });
  if (report === null || report.metadata?.vulnerabilities === undefined) {
    // Don't print the registry's URL, which can be private.
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

/**
 * Returns npm's report, or null if it can't be read. npm fails both if it finds something and if an error
 * occurs.
 */
async function requested({ cwd, env }) {
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
