import { overflowNotice, overflowSlot } from "@/domain/day-overflow";
import { insertOwnDeliveries } from "@/server/delivery/statements/deliveries";
import type { Queryable } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { limitDays } from "@/server/recording/statements/day-limits";
import type { MadeRow, NewNotification } from "@/server/recording/statements/notifications";

/**
 * How many matches each full watch has among these. Nothing of them is kept, so where a process ends between the parts of an item
 * that has more matches than one transaction takes, those of the first parts are counted again.
 */
export function missedOf(
  notifications: readonly NewNotification[],
  full: readonly MadeRow[],
): Map<string, number> {
  const revisions = new Map(full.map((total) => [total.watchId, total.fullRevision]));
  const missed = new Map<string, number>();
  if (revisions.size === 0) return missed;
  for (const { watchId, revision } of notifications) {
    if (revisions.get(watchId) === revision) missed.set(watchId, (missed.get(watchId) ?? 0) + 1);
  }
  return missed;
}

/** What is beyond a day's limit is counted instead of recorded, and its user told when it begins; answers how many were taken back. */
export async function limitToDay(
  tx: Queryable,
  notifications: readonly NewNotification[],
  { missed, filling }: { missed: ReadonlyMap<string, number>; filling: readonly string[] },
  now: Date,
): Promise<number> {
  const watchIds = [...new Set([...filling, ...missed.keys()])].sort();
  if (watchIds.length === 0) return 0;
  const isFilling = new Set(filling);
  const beyond = await limitDays(
    tx,
    watchIds.map((watchId) => ({ watchId, missed: missed.get(watchId) ?? 0 })),
    notifications.filter(({ watchId }) => isFilling.has(watchId)).map(({ id }) => id),
    now,
  );
  const begun = beyond.filter(({ isFirst }) => isFirst);
  const messages = begun.map(({ userId, watchId, day }) => ({
    id: newId(),
    userId,
    slot: overflowSlot({ watchId, day }),
  }));
  if (messages.length > 0) await insertOwnDeliveries(tx, messages, { template: overflowNotice, now });
  return beyond.reduce((sum, { dropped }) => sum + dropped, 0);
}
