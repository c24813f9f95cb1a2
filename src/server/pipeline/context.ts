import type { Site } from "@/adapters/reddit/reddit";
import type { Budget } from "./budget";

/** Something that went wrong in one unit (a lane, a user, a message) while the others went on. */
export interface Fault {
  unit: string;
  error: string;
}

/** What one execution of a cron route works with. */
export interface RunContext {
  /** The database's clock. */
  clock: () => Date;
  /** After this nothing new is begun. */
  deadline: Date;
  faults: Fault[];
}

/** What reading the site needs beside. */
export interface ReadContext extends RunContext {
  site: Site;
  budget: Budget;
}
