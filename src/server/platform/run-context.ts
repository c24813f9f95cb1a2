import { loggedError } from "./log";
import type { Lease } from "./take-lease";

/** Something that went wrong in one unit (a lane, a user, a message) while the others went on. */
export interface Fault {
  unit: string;
  error: string;
  /** The site that was read, where it was one's. */
  site?: string;
}

/** An error as a fault: without what drivers quote of users' data, and short. */
export function faultOf(unit: string, error: unknown): Fault {
  return { unit, error: loggedError(error).message };
}

/** Runs one unit such that its failure is written down and stops nothing else. */
export async function guarded(
  context: Pick<RunContext, "faults">,
  unit: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    context.faults.push(faultOf(unit, error));
  }
}

/** What one execution of a cron route works with. */
export interface RunContext {
  /** The database's clock. */
  clock: () => Date;
  /** After this nothing new is begun. */
  deadline: Date;
  /** Ends requests that are still on their way a little after the deadline or the call to stop. */
  signal?: AbortSignal;
  faults: Fault[];
  /** The run before ended without a word: what this one begins is counted before, in case it ends the process again. */
  followsKill?: boolean;
  /** Of a run whose lease is short and kept: what it moves it moves under this alone. */
  lease?: Lease;
}
