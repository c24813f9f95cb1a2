import type {
  FiledSite,
  ForumSite,
  ListedSite,
  PagedSite,
  PagesOfStream,
  SequencedSite,
  Site,
  StreamedSite,
  TrackerSite,
  WalkedSite,
} from "@/domain/reading/site";
import type { RunContext } from "@/server/platform/run-context";
import type { Lease } from "@/server/platform/leases";
import type { Recorded } from "@/server/recording/record";
import { skippedUnit, type Budget } from "./budget";

export interface ReadContext extends RunContext {
  site: Site;
  budget: Budget;
}

export interface PagesContext extends ReadContext {
  site: PagedSite;
}

export interface SequenceContext extends ReadContext {
  site: SequencedSite;
}

export interface ListsContext extends ReadContext {
  site: ListedSite;
}

export interface ForumsContext extends ReadContext {
  site: ForumSite;
}

export interface TrackersContext extends ReadContext {
  site: TrackerSite;
}

export interface WalksContext extends ReadContext {
  site: WalkedSite;
}

export interface FilesContext extends ReadContext {
  site: FiledSite;
}

export interface ForwardContext extends ReadContext {
  site: PagesOfStream;
}

/** For a site with a stream of all events. It has one reader at a time. */
export interface StreamContext extends ReadContext {
  site: StreamedSite;
  lease: Lease;
}

export interface SiteTally extends Recorded {
  requests: number;
  /** Skipped numbers that the site doesn't show. */
  hidden?: number;
}

/** Records a fault if a read had work to do but couldn't send any request. */
export function recordSkippedRead(context: ReadContext): void {
  if (context.clock() >= context.deadline) return;
  const pauseMs = context.budget.pauseMs();
  const why =
    pauseMs > 0
      ? `${context.site.title} asked to wait for ${Math.ceil(pauseMs / 1000)} s`
      : "the request budget is used up";
  context.faults.push({ unit: skippedUnit, error: `no requests were made: ${why}` });
}
