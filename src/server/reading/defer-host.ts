import type { SiteError } from "@/domain/reading/site-error";
import { pool } from "@/server/platform/database";
import type { ReadContext } from "./context";
import { failReads, maxPutOffMs } from "./statements/reads";

const minWaitMs = 60_000;

/** How long a host's other places should wait after an error (ms); 0 if it is only about one place. */
export function hostWaitMs({ kind, retryAfterMs }: SiteError): number {
  const isLimited = kind === "rate-limited" || kind === "blocked";
  return isLimited ? Math.max(minWaitMs, retryAfterMs ?? 0) : 0;
}

/** Postpones the other places of a host that requested a wait. */
export async function deferHost(
  { site, clock }: Pick<ReadContext, "clock"> & { site: { id: string } },
  places: readonly string[],
  waitMs: number,
): Promise<void> {
  if (places.length === 0) return;
  const now = clock();
  const nextAttemptAt = new Date(now.getTime() + Math.min(waitMs, maxPutOffMs));
  const error = "Its host asked us to wait";
  await failReads(pool(), { site: site.id, places, error, now, nextAttemptAt, isTried: false });
}
