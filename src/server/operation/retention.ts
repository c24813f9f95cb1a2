import { logDays, notificationDays, partingDays } from "@/domain/retention";
import { env } from "@/env";
import { sites } from "@/sites/registry";
import { applyFreeLimits } from "@/server/billing/free-limits";
import { pool } from "@/server/platform/database";
import {
  deleteEnded,
  type Ended,
  deleteNeverUsed,
  deleteOldLogs,
  logs,
  deleteOldNotifications,
  trimHeldTexts,
} from "@/server/operation/statements/removals";
import { deleteUnusedAddresses } from "@/server/operation/statements/place-addresses";
import { keywordRemoval } from "@/server/operation/statements/unused-keywords";
import { addressEncryption } from "./encrypt-addresses";
import { emptyClosedAccounts } from "@/server/delivery/closings";
import { resealing } from "@/server/delivery/reseal";
import { guarded, type Fault } from "@/server/platform/run-context";

const dayMs = 24 * 60 * 60 * 1000;
/** A link that was opened late should say so rather than be unknown; and the hourly limit counts tokens. */
const tokenGraceDays = 1;
/** An answer to whether a place exists counts for a day. */
const lookupDays = 1;
/** Nobody asks how long what was told longer ago took. */
const delaysMs = 2 * 60 * 60 * 1000;
/** What a stream told in each minute: a week to compare with. */
const minuteDays = 8;
/** A test waits half a minute at most; this allows for clocks that differ. */
const testPaceMs = 60 * 60 * 1000;
/** After this time the counted day is over in every time zone. */
const storedDays = 3;
/** How long an address waits for its verification where one is asked for. */
const neverUsedDays = 7;

/** Of these the texts of all items are held for their time, on or off. */
const wholeSites = Object.values(sites).flatMap((site) => (site.readsWhole ? [site.id] : []));

const rowsAtOnce = 5000;
/** Each is opened and sealed here. */
const resealedAtOnce = 500;
/** Each takes its mails along. */
const accountsAtOnce = 500;

/**
 * Deletes what is older than we promise to keep it: exactly at the limit it is still there; and seals anew what is under an older
 * key. Bounded statements, so that nobody waits for them; what is left when there is no time is for the next run.
 */
export async function retain(
  now: Date,
  hasTime: () => boolean,
  faults: Fault[] = [],
): Promise<{ notifications: number; logs: number }> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  // One kind that can't be deleted stops no other.
  const emptied = async (kind: string, step: () => Promise<number>, most = rowsAtOnce) => {
    let sum = 0;
    await guarded({ faults }, `retention of ${kind}`, async () => {
      sum = await inChunks(step, most, hasTime);
    });
    return sum;
  };
  const ended = (kind: Ended, by: Date) => emptied(kind, () => deleteEnded(pool(), kind, by, rowsAtOnce));
  const neverUsed = () => deleteNeverUsed(pool(), before(neverUsedDays), accountsAtOnce, now);

  // First what may not be kept by the site's rules.
  await ended("texts", now);
  await emptied("held texts", () => trimHeldTexts(pool(), wholeSites, rowsAtOnce));
  if (env().EMAIL_VERIFICATION === "on") await emptied("unused accounts", neverUsed, accountsAtOnce);
  await emptied("what Free does not hold", () => applyFreeLimits(now, accountsAtOnce), accountsAtOnce);
  await ended("closedAddresses", before(partingDays));
  await guarded({ faults }, "closed accounts", () => emptyClosedAccounts(now, hasTime));
  await ended("recentItems", now);
  const notifications = await emptied("notifications", () =>
    deleteOldNotifications(pool(), before(notificationDays), rowsAtOnce),
  );
  await emptied("unused keywords", keywordRemoval(rowsAtOnce, now));
  // What was matched by one that was just being ended was recorded within moments.
  await ended("watchRevisions", before(notificationDays + 1));
  let deletedLogs = 0;
  for (const log of logs)
    deletedLogs += await emptied(log, () => deleteOldLogs(pool(), log, before(logDays), rowsAtOnce));
  await ended("streamMinutes", before(minuteDays));
  await ended("emailTokens", before(tokenGraceDays));
  await ended("emailRecipients", now);
  await ended("watchTotals", now);
  await ended("dayOverflows", before(logDays));
  await ended("storedTexts", before(storedDays));
  await ended("delays", new Date(now.getTime() - delaysMs));
  await ended("rateLimits", now);
  await ended("testPaces", new Date(now.getTime() - testPaceMs));
  for (const lookup of ["places", "lookups", "searches"] as const) await ended(lookup, before(lookupDays));
  await emptied("unused addresses", () => deleteUnusedAddresses(pool(), before(lookupDays), rowsAtOnce));
  await ended("destinations", before(logDays));
  await ended("sessions", before(logDays));
  await emptied("seals of an older key", resealing(resealedAtOnce), resealedAtOnce);
  await emptied("addresses of places", addressEncryption(resealedAtOnce), resealedAtOnce);
  return { notifications, logs: deletedLogs };
}

async function inChunks(step: () => Promise<number>, most: number, hasTime: () => boolean): Promise<number> {
  let sum = 0;
  while (hasTime()) {
    const done = await step();
    sum += done;
    if (done < most) break;
  }
  return sum;
}
