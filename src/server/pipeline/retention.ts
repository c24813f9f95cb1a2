import { env } from "@/env";
import { pool } from "@/server/database";
import { emptyClosedAccounts } from "@/server/account-deletion";
import { deleteEnded } from "@/server/sql/delete-ended";
import { deleteNeverUsed } from "@/server/sql/delete-never-used";
import { deleteOldLogs, logs } from "@/server/sql/delete-old-logs";
import { deleteOldNotifications } from "@/server/sql/delete-old-notifications";
import { trimHeldTexts } from "@/server/sql/trim-held-texts";

const dayMs = 24 * 60 * 60 * 1000;
/** Source: contract section 3, "Retention". */
const notificationDays = 90;
const logDays = 30;
/** A link that was opened late should say so rather than be unknown; and the hourly limit counts tokens. */
const tokenGraceDays = 1;
/** Source: contract section 1, GET /api/subreddits/validate: kept 24 h. */
const lookupDays = 1;
/** How long an address waits for its verification where one is asked for. */
const neverUsedDays = 7;

const rowsAtOnce = 5000;
/** Each takes its mails along. */
const accountsAtOnce = 500;

/**
 * Deletes what is older than we promise to keep it: exactly at the limit it is still there. Bounded statements, so
 * that nobody waits for them; what is left when there is no time is for the next run.
 */
export async function retain(
  now: Date,
  hasTime: () => boolean,
): Promise<{ notifications: number; logs: number }> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  const emptied = (step: () => Promise<number>, most = rowsAtOnce) => inPieces(step, most, hasTime);

  // First what may not be kept by the site's rules.
  await emptied(() => deleteEnded(pool(), "texts", now, rowsAtOnce));
  await emptied(() => trimHeldTexts(pool(), rowsAtOnce));
  await emptyClosedAccounts(now, hasTime);
  if (env().EMAIL_VERIFICATION === "on")
    await emptied(() => deleteNeverUsed(pool(), before(neverUsedDays), accountsAtOnce), accountsAtOnce);
  await emptied(() => deleteEnded(pool(), "recentItems", now, rowsAtOnce));
  const notifications = await emptied(() =>
    deleteOldNotifications(pool(), before(notificationDays), rowsAtOnce),
  );
  // What was matched by one that was just being ended was recorded within moments.
  await emptied(() => deleteEnded(pool(), "watchRevisions", before(notificationDays + 1), rowsAtOnce));
  let deletedLogs = 0;
  for (const log of logs)
    deletedLogs += await emptied(() => deleteOldLogs(pool(), log, before(logDays), rowsAtOnce));
  await emptied(() => deleteEnded(pool(), "emailTokens", before(tokenGraceDays), rowsAtOnce));
  await emptied(() => deleteEnded(pool(), "watchTotals", now, rowsAtOnce));
  for (const lookup of ["subreddits", "lookups", "searches"] as const)
    await emptied(() => deleteEnded(pool(), lookup, before(lookupDays), rowsAtOnce));
  await emptied(() => deleteEnded(pool(), "pushSubscriptions", before(logDays), rowsAtOnce));
  await emptied(() => deleteEnded(pool(), "sessions", before(logDays), rowsAtOnce));
  return { notifications, logs: deletedLogs };
}

async function inPieces(step: () => Promise<number>, most: number, hasTime: () => boolean): Promise<number> {
  let sum = 0;
  while (hasTime()) {
    const done = await step();
    sum += done;
    if (done < most) break;
  }
  return sum;
}
