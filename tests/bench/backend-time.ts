import { readFileSync } from "node:fs";

/** The unit of processor time on Linux. */
const ticksPerSecond = 100;

/**
 * Processor seconds used by this process and these database backends. Hardly affected by other load. Linux
 * only.
 */
export function workedSeconds(backends: readonly number[]): number {
  const { user, system } = process.cpuUsage();
  const theirs = backends.map(toSeconds).reduce((sum, seconds) => sum + seconds, 0);
  return (user + system) / 1_000_000 + theirs;
}

/** Processor seconds used by a process, or 0 if it has ended. Linux only. */
export function toSeconds(pid: number): number {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return 0;
  }
  const fields = stat.split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
