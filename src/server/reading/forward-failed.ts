import type { SiteError } from "@/domain/reading/site-error";
import { pool } from "@/server/platform/database";
import type { ForwardContext } from "./context";
import { failReads, maxPutOffMs, recordHealth, type WatchedRead } from "./statements/reads";

/** Records why a place couldn't be read. Returns how long its host's other places should wait (ms). */
export async function forwardFailed(
  context: ForwardContext,
  reads: readonly WatchedRead[],
  error: SiteError,
): Promise<number> {
  const { site, clock } = context;
  const now = clock();
  const { place, failedSince } = reads[0]!;
  const isRefused = error.kind === "forbidden" || error.kind === "missing";
  if (isRefused) {
    const health = error.kind === "missing" ? "missing" : "private";
    await recordHealth({ site: site.id, name: place, health, now });
  }
  const isLimited = error.kind === "rate-limited" || error.kind === "blocked";
  const waitMs = isLimited ? Math.min(error.retryAfterMs ?? 60_000, maxPutOffMs) : 0;
  const failedMs = failedSince === null ? 0 : now.getTime() - failedSince.getTime();
  const putOffMs = isRefused ? maxPutOffMs : waitMs || Math.min(failedMs, 10 * 60_000);
  const nextAttemptAt = new Date(now.getTime() + putOffMs);
  await failReads(pool(), { site: site.id, places: [place], error: error.message, now, nextAttemptAt });
  return waitMs;
}
