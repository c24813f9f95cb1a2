import { overflowNotice, overflowKey, textNotice, textNoticeKey } from "@/domain/delivery/day-overflow";
import { insertOwnDeliveries } from "@/server/delivery/statements/deliveries";
import type { Queryable } from "@/server/platform/database";
import { limitDays } from "@/server/recording/statements/day-limits";
import type { MadeRow, NewNotification } from "@/server/recording/statements/notifications";
import { limitText } from "@/server/recording/statements/text-limits";

type Missed = ReadonlyMap<string, number>;

interface Counted {
  notifications: readonly NewNotification[];
  counts: readonly MadeRow[];
  full: readonly MadeRow[];
  /** Watches that could have exceeded their plan's daily matches. */
  filling: readonly string[];
  sizes: ReadonlyMap<string, number>;
}

/** Not stored: after a kill within an item with very many matches, its first ones are counted twice. */
export function countMissed(notifications: readonly NewNotification[], full: readonly MadeRow[]): Missed {
  const revisions = new Map(full.map((total) => [total.watchId, total.fullRevision]));
  const missed = new Map<string, number>();
  if (revisions.size === 0) return missed;
  for (const { watchId, revision } of notifications) {
    if (revisions.get(watchId) === revision) missed.set(watchId, (missed.get(watchId) ?? 0) + 1);
  }
  return missed;
}

/** Removes matches over a daily limit. Notifies the user the first time. Returns their number. */
export async function limitToDay(tx: Queryable, counted: Counted, now: Date): Promise<number> {
  return (await limitMatches(tx, counted, now)) + (await limitBytes(tx, counted, now));
}

async function limitMatches(tx: Queryable, counted: Counted, now: Date): Promise<number> {
  const { notifications, filling, sizes } = counted;
  const missed = countMissed(notifications, fullBy(counted, "count"));
  const watchIds = [...new Set([...filling, ...missed.keys()])].sort();
  if (watchIds.length === 0) return 0;
  const isFilling = new Set(filling);
  const excess = await limitDays(
    tx,
    watchIds.map((watchId) => ({ watchId, missed: missed.get(watchId) ?? 0 })),
    notifications.filter(({ watchId }) => isFilling.has(watchId)).map(({ id }) => id),
    { sizes, now },
  );
  const started = excess.filter(({ isFirst }) => isFirst);
  const messages = started.map(({ userId, watchId, day }) => ({
    userId,
    dedupeKey: overflowKey({ watchId, day }),
  }));
  if (messages.length > 0) await insertOwnDeliveries(tx, messages, { template: overflowNotice, now });
  return excess.reduce((sum, { dropped }) => sum + dropped, 0);
}

async function limitBytes(tx: Queryable, counted: Counted, now: Date): Promise<number> {
  const { notifications, counts, sizes } = counted;
  const full = fullBy(counted, "text");
  const heavy = counts.filter(({ isHeavy }) => isHeavy);
  const userIds = [...new Set([...full, ...heavy].map(({ userId }) => userId))].sort();
  if (userIds.length === 0) return 0;
  const isHeavy = new Set(heavy.map(({ watchId }) => watchId));
  const excess = await limitText(tx, {
    ...{ userIds, sizes, now },
    leftOut: [...countMissed(notifications, full)].map(([watchId, missed]) => ({ watchId, missed })),
    made: notifications.filter(({ watchId }) => isHeavy.has(watchId)).map(({ id }) => id),
  });
  // An account is notified once a day for all its watches, because due times are unique.
  const messages = excess.map(({ userId, day }) => ({ userId, dedupeKey: textNoticeKey(day) }));
  if (messages.length > 0) await insertOwnDeliveries(tx, messages, { template: textNotice, now });
  return excess.reduce((sum, { dropped }) => sum + dropped, 0);
}

function fullBy({ full }: Counted, reason: "count" | "text"): MadeRow[] {
  return full.filter(({ fullReason }) => fullReason === reason);
}
