// A lock file per checkout: concurrent installs or builds would overwrite each other's files.
import { spawnSync } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * Returns the command line of a process, or "" if it isn't running. Needed because process ids are reused.
 */
export function getCommand(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).stdout ?? "";
  }
}

/** Returns the process that holds the lock, or null. Locks of dead processes don't count. */
export function getOwner(file) {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    return isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}

function take(file) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, file); // atomic, and never an empty file
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (getOwner(file) === null) rmSync(file, { force: true });
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Runs `work` while holding the lock. */
export async function withLock(file, work) {
  mkdirSync(path.dirname(file), { recursive: true });
  while (!take(file)) await sleep(200);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
