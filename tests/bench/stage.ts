import { rmSync } from "node:fs";
import path from "node:path";
import { startDatabase } from "../../scripts/database.mjs";
import { migrate } from "../../scripts/migrate.mjs";
import { testSettings } from "../support/settings";
import { inBackground } from "../../src/server/platform/work";

export const sharedBuffers = "1GB";

/**
 * Runs a benchmark on a separate migrated database and applies the settings. The database doesn't sync to
 * disk, because the work is measured, not the disk. Its buffers are larger than the default, as
 * docs/operations.md recommends. Import modules that read settings inside `work`.
 */
export async function onOwnDatabase(work: (url: string) => Promise<void>, settings = {}): Promise<void> {
  const directory = path.resolve(".data/test", `bench-${process.pid}`);
  const database = await startDatabase({ directory, durable: false, sharedBuffers });
  try {
    await migrate(database.url);
    Object.assign(process.env, testSettings, settings, { DATABASE_URL: database.url });
    // These functions belong to background runs and can exceed the time limit of requests.
    await inBackground(() => work(database.url));
  } finally {
    const { closeDatabase } = await import("../../src/server/platform/database");
    await closeDatabase();
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The first number on the command line, or the default size. */
export function sizeOr(size: number): number {
  const requested = process.argv.slice(2).find((argument) => /^\d+$/.test(argument));
  return requested === undefined ? size : Number(requested);
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
