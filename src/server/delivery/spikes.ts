import type { SpikeContent } from "@/domain/delivery/message";
import { localDays, type LocalDay } from "@/domain/time/local-days";
import { localDay } from "@/domain/time/moment";
import {
  spikeThreshold,
  newestSpike,
  spikeNotice,
  parseSpikeKey,
  spikeKey,
  spikeWaitMs,
} from "@/domain/delivery/spike";
import { pool, type Queryable, transaction, prisma } from "@/server/platform/database";
import { insertOwnDeliveries, type ClaimedDelivery } from "./statements/deliveries";
import { listQuarters, lockDueSpikes, recordSpikes } from "./statements/reports";

/** Watches per transaction. Recording their matches waits for it. */
const atOnce = 50;
const daysCompared = 30;
const quarterMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;

interface SpikeDay {
  watchId: string;
  userId: string;
  timeZone: string;
  /** Local date, '2026-11-21'. */
  day: string;
}

/** Queues one email per watch and day. Marks the watch as checked in the same transaction. */
export async function queueDueSpikes(now: Date, hasTime: () => boolean): Promise<number> {
  let [looked, queued] = [0, 0];
  for (let isLast = false; !isLast && (looked === 0 || hasTime());) {
    const { due, reported: result } = await transaction((tx) => checkDueSpikes(tx, now));
    looked += due;
    queued += result;
    isLast = due < atOnce;
  }
  return queued;
}

async function checkDueSpikes(tx: Queryable, now: Date): Promise<{ due: number; reported: number }> {
  const found = await lockDueSpikes(tx, now, atOnce);
  if (found.length === 0) return { due: 0, reported: 0 };
  const requested = found.flatMap(({ watchId, userId, timeZone, createdAt, dueAt, dayCount, isReported }) => {
    if (!isReported || userId === null || timeZone === null || createdAt === null) return [];
    // The day of the match that triggered the check, possibly a past day.
    const day = localDay(new Date(dueAt.getTime() - spikeWaitMs), timeZone);
    return [{ watchId, userId, timeZone, day, dayCount, since: localDay(createdAt, timeZone) }];
  });
  const dailies = await readDays(tx, requested);
  const looked = requested.map((one, at) => {
    const daily = dailies[at]!;
    const isSpike = newestSpike(daily, one.since)?.isToday === true;
    const min = spikeThreshold(daily, one.since);
    // A mention has one or more matches, so at least this many more matches are needed.
    const missing = min === null ? null : Math.max(1, min - (daily.at(-1)?.count ?? 0));
    return { ...one, isSpike, from: isSpike || missing === null ? null : one.dayCount + missing };
  });
  const spikes = looked.filter(({ isSpike }) => isSpike);
  const messages = spikes.map((one) => ({ userId: one.userId, dedupeKey: spikeKey(one) }));
  await insertOwnDeliveries(tx, messages, { template: spikeNotice, now });
  const passedOver = found.filter(({ watchId }) => !requested.some((one) => one.watchId === watchId));
  await recordSpikes(tx, [
    ...looked,
    ...passedOver.map(({ watchId }) => ({ watchId, day: null, from: null })),
  ]);
  return { due: found.length, reported: spikes.length };
}

/** By dedupe key. Omits watches that were deleted or muted, or have spike alerts turned off. */
export async function readSpikes(
  claimed: readonly ClaimedDelivery[],
  now: Date,
): Promise<Map<string, SpikeContent>> {
  const requested = claimed.flatMap(({ dedupeKey, userId, timeZone }) => {
    const about = parseSpikeKey(dedupeKey);
    return about === null ? [] : [{ ...about, userId, timeZone }];
  });
  if (requested.length === 0) return new Map();
  const watches = await prisma().watch.findMany({
    where: {
      id: { in: requested.map(({ watchId }) => watchId) },
      spikeNotification: true,
      OR: [{ mutedUntil: null }, { mutedUntil: { lte: now } }],
    },
    select: { id: true, keyword: true, createdAt: true },
  });
  const dailies = await readDays(pool(), requested);
  const result = new Map<string, SpikeContent>();
  for (const [at, one] of requested.entries()) {
    const watch = watches.find(({ id }) => id === one.watchId);
    if (watch === undefined) continue;
    const spike = newestSpike(dailies[at]!, localDay(watch.createdAt, one.timeZone));
    if (spike?.isToday)
      result.set(spikeKey(one), {
        watchId: watch.id,
        keyword: watch.keyword,
        spike: { ...spike, isToday: false },
      });
  }
  return result;
}

/** True if the spike happened before yesterday, too long ago to be news. */
export function isOldSpike(dedupeKey: string, timeZone: string, now: Date): boolean {
  const day = parseSpikeKey(dedupeKey)?.day;
  return day !== undefined && day < localDay(new Date(now.getTime() - dayMs), timeZone);
}

/** Returns the daily match counts of each watch up to the requested day, in the order of `requested`. */
async function readDays(db: Queryable, requested: readonly SpikeDay[]) {
  const days = requested.map(daysUpTo);
  const quarters = await listQuarters(
    db,
    requested.map(({ watchId, userId }, at) => ({ watchId, userId, since: days[at]![0]!.startsAt })),
  );
  const counted = days.map((listed) => new Map(listed.map(({ date }) => [date, 0])));
  for (const { nth, at, count } of quarters) {
    const counts = counted[nth - 1]!;
    const date = localDay(new Date(at * quarterMs), requested[nth - 1]!.timeZone);
    if (counts.has(date)) counts.set(date, counts.get(date)! + count);
  }
  return counted.map((counts) => [...counts].map(([date, count]) => ({ date, count })));
}

/** The days up to `day`. In every time zone, the next UTC midnight is on that day or the following one. */
function daysUpTo({ day, timeZone }: SpikeDay): LocalDay[] {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs);
  return localDays(next, timeZone, daysCompared + 1)
    .filter(({ date }) => date <= day)
    .slice(-daysCompared);
}
