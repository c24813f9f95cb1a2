import type { ForumSite, ListedSite, PagedSite, SequencedSite, Site, StreamedSite } from "@/domain/site";
import type { RunContext } from "@/server/platform/run-context";
import type { Lease } from "@/server/platform/take-lease";
import type { Recorded } from "@/server/recording/record";
import { skippedUnit, type Budget } from "./budget";

/** What reading one site needs beside. */
export interface ReadContext extends RunContext {
  site: Site;
  budget: Budget;
}

/** The same for a site that is read page by page. */
export interface PagesContext extends ReadContext {
  site: PagedSite;
}

/** The same for a site whose items are numbered. */
export interface SequenceContext extends ReadContext {
  site: SequencedSite;
}

/** The same for a site whose places are lists. */
export interface ListsContext extends ReadContext {
  site: ListedSite;
}

/** The same for a site whose places are forums. */
export interface ForumsContext extends ReadContext {
  site: ForumSite;
}

/** The same for a site that tells everything as it happens, of which there is one reader at a time. */
export interface StreamContext extends ReadContext {
  site: StreamedSite;
  lease: Lease;
}

/** What one reading of a site did. */
export interface SiteTally extends Recorded {
  requests: number;
  /** Numbers that were passed and are not shown, where some were. */
  hidden?: number;
}

/** A reading that asked nothing though there was something to ask is no quiet one. */
export function recordSkippedRead(context: ReadContext): void {
  if (context.clock() >= context.deadline) return;
  const pauseMs = context.budget.pauseMs();
  const why =
    pauseMs > 0
      ? `${context.site.title} asked to wait for ${Math.ceil(pauseMs / 1000)} s`
      : "the request budget is used up";
  context.faults.push({ unit: skippedUnit, error: `no requests were made: ${why}` });
}
