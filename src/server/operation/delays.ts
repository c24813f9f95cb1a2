import { getDelay, type Delay } from "@/domain/delivery/delay-buckets";
import { grouped } from "@/domain/grouped";
import { perProcess } from "@/adapters/per-process";
import { pool } from "@/server/platform/database";
import { sharedByRequests } from "@/server/platform/work";
import { listDelays } from "@/server/delivery/statements/delays";

export interface SiteDelay extends Delay {
  site: string;
  /** Like `Delay.to` in the schema. */
  to: string;
}

const freshMs = 15_000;

interface Cache {
  known: { untilMs: number; delays: Promise<SiteDelay[]> } | null;
}

interface CountedDelay {
  site: string;
  to: string;
  bucket: number;
  count: number;
}

export function siteDelays(counted: readonly CountedDelay[]): SiteDelay[] {
  return [...grouped(counted, ({ site, to }) => `${site} ${to}`).values()].flatMap((buckets) => {
    const [{ site, to }] = buckets as [CountedDelay];
    const delay = getDelay(buckets);
    return delay === null ? [] : [{ site, to, ...delay }];
  });
}

/** Cached for screens, because it is the same for all users. */
export function recentDelays(now: Date): Promise<SiteDelay[]> {
  const cache = perProcess<Cache>("earshotDelays", () => ({ known: null }));
  if (cache.known === null || now.getTime() >= cache.known.untilMs) {
    const delays = sharedByRequests(() => listDelays(pool())).then(siteDelays);
    cache.known = { untilMs: now.getTime() + freshMs, delays };
    // The caller gets the error; the next call queries again.
    delays.catch(() => (cache.known = null));
  }
  return cache.known.delays;
}
