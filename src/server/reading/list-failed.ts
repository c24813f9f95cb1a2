import { maxRetryAfterMs } from "@/domain/time/backoff";
import type { PlaceHealth } from "@/domain/reading/site";
import type { SiteError } from "@/domain/reading/site-error";
import { pool, prisma } from "@/server/platform/database";
import type { ReadContext } from "./context";
import { failReads, recordHealth, type WatchedRead } from "./statements/reads";

const usualFirstWaitMs = 5 * 60_000;
/** Retry delay for feeds that no longer exist (ms); they can reappear. */
const goneWaitMs = 24 * 3_600_000;

/** The delay grows from five minutes, or the requested wait, to an hour; a day if the feed is missing. */
export async function listFailed(
  context: Pick<ReadContext, "clock"> & { site: { id: string } },
  reads: readonly WatchedRead[],
  error: SiteError,
  firstWaitMs = usualFirstWaitMs,
): Promise<void> {
  const { place, failedSince, health: lastHealth } = reads[0]!;
  const site = context.site.id;
  const now = context.clock();
  const health = getHealth(error);
  const failingMs = now.getTime() - (failedSince ?? now).getTime();
  const waitMs = Math.max(firstWaitMs, failingMs, error.retryAfterMs ?? 0);
  const nextAttemptAt = new Date(now.getTime() + Math.min(maxRetryAfterMs, waitMs));
  await failReads(pool(), { site, places: [place], error: error.message, now, nextAttemptAt });
  // Feeds that were never read are postponed in `PlaceRead` instead.
  const data = { nextReadAt: new Date(now.getTime() + goneWaitMs) };
  if (health === "missing") await prisma().listRead.updateMany({ where: { site, place }, data });
  if (health !== lastHealth) await recordHealth({ site, name: place, health, now });
}

function getHealth({ kind }: SiteError): PlaceHealth {
  if (kind === "missing") return "missing";
  return kind === "forbidden" ? "private" : "ok";
}
