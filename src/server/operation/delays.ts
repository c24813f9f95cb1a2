import { getDelay, type Delay } from "@/domain/delay-buckets";
import { grouped } from "@/domain/grouped";
import { pool } from "@/server/platform/database";
import { sharedByRequests } from "@/server/platform/work";
import { listDelays } from "@/server/delivery/statements/delays";

export interface SiteDelay extends Delay {
  site: string;
  /** Like `Delay.to` in the schema. */
  to: string;
}

const freshMs = 15_000;
let known: { untilMs: number; delays: Promise<SiteDelay[]> } | null = null;

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
  if (known === null || now.getTime() >= known.untilMs) {
    const delays = sharedByRequests(() => listDelays(pool())).then(siteDelays);
    known = { untilMs: now.getTime() + freshMs, delays };
    // The caller gets the error; the next call queries again.
    delays.catch(() => (known = null));
  }
  return known.delays;
}
