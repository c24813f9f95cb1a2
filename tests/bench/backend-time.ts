import { readFileSync } from "node:fs";

/** What Linux counts processor time in. */
const ticksPerSecond = 100;

/** Seconds that this process and these of the database have worked; what else runs disturbs them little. Linux only. */
export function workedSeconds(backends: readonly number[]): number {
  const { user, system } = process.cpuUsage();
  const theirs = backends.map(secondsOf).reduce((sum, seconds) => sum + seconds, 0);
  return (user + system) / 1_000_000 + theirs;
}

/** Seconds that a process has worked; what has ended counts as nothing. Linux only. */
export function secondsOf(pid: number): number {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return 0;
  }
  const fields = stat.split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
