import { delayOf, type Delay } from "@/domain/delay-buckets";
import { grouped } from "@/domain/grouped";
import { pool } from "@/server/platform/database";
import { sharedByRequests } from "@/server/platform/work";
import { listDelays } from "@/server/delivery/statements/delays";

/** How long matches of a site took to one step in the last hour. */
export interface SiteDelay extends Delay {
  site: string;
  /** As `Delay.to` of the schema. */
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

/** Of every site and step of which something is counted. */
export function siteDelays(counted: readonly CountedDelay[]): SiteDelay[] {
  return [...grouped(counted, ({ site, to }) => `${site} ${to}`).values()].flatMap((buckets) => {
    const [{ site, to }] = buckets as [CountedDelay];
    const delay = delayOf(buckets);
    return delay === null ? [] : [{ site, to, ...delay }];
  });
}

/** For screens: it is the same for everybody, and asked for once in a while. */
export function recentDelays(now: Date): Promise<SiteDelay[]> {
  if (known === null || now.getTime() >= known.untilMs) {
    const delays = sharedByRequests(() => listDelays(pool())).then(siteDelays);
    known = { untilMs: now.getTime() + freshMs, delays };
    // Who asks hears of it; the next one asks anew.
    delays.catch(() => (known = null));
  }
  return known.delays;
}
