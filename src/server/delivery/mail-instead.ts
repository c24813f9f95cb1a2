import { type ChannelName, givenOf } from "@/channels/registry";
import { nextDueTimes } from "@/domain/digest-schedule";
import type { Queryable } from "@/server/platform/database";
import { rescheduleOutbox } from "@/server/delivery/statements/outbox";
import { moveEntries, moveUnreached } from "@/server/delivery/statements/mail-instead";
import { listSchedules } from "@/server/delivery/statements/policies";

/** Emails entries that custom destinations can't get: Pro ended, or all named by the watch are off. */
export async function mailUnreached(
  tx: Queryable,
  channel: ChannelName,
  userIds: readonly string[],
  due: { until: Date; now: Date },
): Promise<void> {
  if (userIds.length === 0 || givenOf(channel) === undefined) return;
  await plan(tx, await moveUnreached(tx, channel, userIds, due), due.now);
}

/** Does the same for deliveries that were created for such a destination and ended unsent. */
export async function mailUnsent(
  tx: Queryable,
  channel: ChannelName,
  deliveryIds: readonly string[],
  now: Date,
): Promise<void> {
  if (deliveryIds.length === 0 || givenOf(channel) === undefined) return;
  await plan(tx, await moveEntries(tx, deliveryIds, now), now);
}

async function plan(tx: Queryable, pending: readonly { userId: string }[], now: Date): Promise<void> {
  if (pending.length === 0) return;
  const schedules = await listSchedules(tx, [...new Set(pending.map(({ userId }) => userId))]);
  for (const [userId, schedule] of schedules) await rescheduleOutbox(tx, userId, nextDueTimes(now, schedule));
}
