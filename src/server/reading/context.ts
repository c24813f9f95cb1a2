import type { Site } from "@/domain/site";
import type { RunContext } from "@/server/platform/run-context";
import type { Budget } from "./budget";

/** What reading the site needs beside. */
export interface ReadContext extends RunContext {
  site: Site;
  budget: Budget;
}
