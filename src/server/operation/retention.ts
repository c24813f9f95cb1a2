import { logDays, notificationDays, partingDays } from "@/domain/plans/retention";
import { env } from "@/env";
import { sites } from "@/sites/registry";
import { applyFreeLimits } from "@/server/billing/free-limits";
import { pool } from "@/server/platform/database";
import {
  deleteEnded,
  type Ended,
  deleteNeverUsed,
  logs,
  deleteOldNotifications,
  trimStoredTexts,
} from "@/server/operation/statements/removals";
import { keywordRemoval } from "@/server/operation/statements/unused-keywords";
import { addressEncryption } from "./encrypt-addresses";
import { emptyClosedAccounts } from "@/server/delivery/closings";
import { reencrypting } from "@/server/delivery/reencrypt";
import { guarded, type Fault } from "@/server/platform/run-context";

const dayMs = 24 * 60 * 60 * 1000;
/** Keep expired tokens to tell that a link has expired, and to count them for the hourly limit. */
const tokenGraceDays = 1;
const lookupDays = 1;
/** Delay statistics only cover the last two hours; older rows are deleted. */
const delaysMs = 2 * 60 * 60 * 1000;
/** Stream statistics per minute, kept for comparison with the previous week. */
const minuteDays = 8;
/** Comment counts of posts without recent changes. */
const openingDays = 30;
/** Tests wait up to 30 s; the rest allows for clock differences. */
const testPaceMs = 60 * 60 * 1000;
/** After this time the counted day is over in every time zone. */
const storedDays = 3;
/** Unverified accounts are deleted after this many days, if verification is on. */
const neverUsedDays = 7;

const wholeSites = Object.values(sites).flatMap((site) => (site.readsWhole ? [site.id] : []));

const rowsAtOnce = 5000;
const reencryptBatchSize = 500;
const accountsAtOnce = 500;

/** Keeps data exactly at the limit. Bounded statements don't delay others. The next run continues. */
export async function retain(
  now: Date,
  hasTime: () => boolean,
  faults: Fault[] = [],
): Promise<{ notifications: number; logs: number }> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  // If one kind fails, the others still run.
  const emptied = async (kind: string, step: () => Promise<number>, max = rowsAtOnce) => {
    let sum = 0;
    await guarded({ faults }, `retention of ${kind}`, async () => {
      sum = await inChunks(step, max, hasTime);
    });
    return sum;
  };
  const ended = (kind: Ended, by: Date) => emptied(kind, () => deleteEnded(pool(), kind, by, rowsAtOnce));
  const neverUsed = () => deleteNeverUsed(pool(), before(neverUsedDays), accountsAtOnce, now);

  // First the data that sites' rules require us to delete.
  await ended("texts", now);
  await emptied("excess texts", () => trimStoredTexts(pool(), wholeSites, rowsAtOnce));
  if (env().EMAIL_VERIFICATION === "on") await emptied("unused accounts", neverUsed, accountsAtOnce);
  await emptied("watches over the Free limit", () => applyFreeLimits(now, accountsAtOnce), accountsAtOnce);
  await ended("closedAddresses", before(partingDays));
  await guarded({ faults }, "closed accounts", () => emptyClosedAccounts(now, hasTime));
  await ended("recentItems", now);
  const notifications = await emptied("notifications", () =>
    deleteOldNotifications(pool(), before(notificationDays), rowsAtOnce),
  );
  await ended("endedThreads", before(notificationDays));
  await ended("threads", now);
  await emptied("unused keywords", keywordRemoval(rowsAtOnce, now));
  // Matches of a revision that ended during matching are recorded within moments.
  await ended("watchRevisions", before(notificationDays + 1));
  let deletedLogs = 0;
  for (const log of logs)
    deletedLogs += await emptied(log, () => deleteEnded(pool(), log, before(logDays), rowsAtOnce));
  await ended("streamMinutes", before(minuteDays));
  await ended("openings", before(openingDays));
  await ended("siteCounts", before(minuteDays));
  await ended("emailTokens", before(tokenGraceDays));
  await ended("emailRecipients", now);
  await ended("watchTotals", now);
  await ended("dayOverflows", before(logDays));
  await ended("storedTexts", before(storedDays));
  await ended("delays", new Date(now.getTime() - delaysMs));
  await ended("rateLimits", now);
  await ended("testPaces", new Date(now.getTime() - testPaceMs));
  for (const lookup of ["places", "lookups", "searches", "addresses"] as const)
    await ended(lookup, before(lookupDays));
  await ended("browsers", before(logDays));
  await ended("pendingChats", now);
  await ended("sessions", before(logDays));
  await emptied("values encrypted with an older key", reencrypting(reencryptBatchSize), reencryptBatchSize);
  await emptied("addresses of places", addressEncryption(reencryptBatchSize), reencryptBatchSize);
  return { notifications, logs: deletedLogs };
}

async function inChunks(step: () => Promise<number>, max: number, hasTime: () => boolean): Promise<number> {
  let sum = 0;
  while (hasTime()) {
    const done = await step();
    sum += done;
    if (done < max) break;
  }
  return sum;
}
