#!/usr/bin/env node
// If a registry lacks optional binaries for other platforms, npm omits them from the lock file, and `npm ci`
// then fails. Adds the missing entries. Run it after each change of the lock file (npm run lock).
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("../package-lock.json", import.meta.url));
const systems = [
  "darwin",
  "win32",
  "linux",
  "android",
  "freebsd",
  "openharmony",
  "netbsd",
  "openbsd",
  "sunos",
  "aix",
];
const processors = [
  "arm64",
  "x64",
  "ia32",
  "ppc64",
  "riscv64",
  "s390x",
  "loong64",
  "mips64el",
  "wasm32",
  "arm",
];

/**
 * True if the package at `from` can resolve `name` by Node's algorithm, from the innermost folder outwards.
 */
function isResolved(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf("/node_modules/"), 0))) {
    if (packages[`${folder ? `${folder}/` : ""}node_modules/${name}`]) return true;
    if (folder === "" || !folder.includes("/node_modules/")) return Boolean(packages[`node_modules/${name}`]);
  }
}

/** The platform in a package name such as @esbuild/android-arm64 or …-win32-x64-msvc. */
function platformOf(name) {
  const words = name.split("/").at(-1).replace("windows", "win32").split(/[-.]/);
  return { os: systems.find((os) => words.includes(os)), cpu: processors.find((cpu) => words.includes(cpu)) };
}

function missingEntries(packages) {
  const added = {};
  for (const [from, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const version = /^[~^]?(\d.*)$/.exec(range)?.[1];
      const { os, cpu } = platformOf(name);
      if (isResolved(packages, from, name) || !version || (!os && !cpu)) continue;
      added[`node_modules/${name}`] = {
        version,
        ...(cpu && { cpu: [cpu] }),
        ...(entry.dev && { dev: true }),
        license: entry.license ?? "MIT",
        optional: true,
        ...(os && { os: [os] }),
      };
    }
  }
  return added;
}

const lock = JSON.parse(readFileSync(file, "utf8"));
const added = missingEntries(lock.packages);
const inOrder = ([one], [other]) => (one < other ? -1 : 1);
lock.packages = Object.fromEntries(Object.entries({ ...lock.packages, ...added }).sort(inOrder));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`Added ${Object.keys(added).length} entries to package-lock.json.`);
