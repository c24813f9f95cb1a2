import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isAlive } from "../../scripts/lock.mjs";

const onDisk = path.resolve(".data/test");
const inMemory = "/dev/shm";
/** All users share /dev/shm, but can only remove their own folders. */
const prefix = `earshot-test-${os.userInfo().uid}-`;
/** Far more than the tests need. Docker's default /dev/shm has 64 MB. */
const neededBytes = 6 * 1024 ** 3;

/** Whether files can be stored in memory. */
export function hasSharedMemory(): boolean {
  if (!existsSync(inMemory) || os.freemem() < neededBytes) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= neededBytes;
}

/**
 * Returns the folder for this process's test database. A new database has 900 files, which take 400 ms on disk
 * and 22 ms in memory.
 */
export function databaseFolder(): string {
  return path.join(hasSharedMemory() ? inMemory : onDisk, `${prefix}${process.pid}`);
}

/** Removes folders left by killed runs. Their servers have already exited. */
export function sweepDeadRuns(): void {
  mkdirSync(onDisk, { recursive: true });
  for (const folder of [onDisk, inMemory].filter((one) => existsSync(one))) {
    for (const name of readdirSync(folder)) {
      const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : NaN;
      if (pid > 0 && !isAlive(pid)) rmSync(path.join(folder, name), { recursive: true, force: true });
    }
  }
}
