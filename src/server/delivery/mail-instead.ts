import { type ChannelName, givenOf } from "@/channels/registry";
import { nextDueTimes } from "@/domain/delivery/digest-schedule";
import type { Queryable } from "@/server/platform/database";
import { rescheduleOutbox } from "@/server/delivery/statements/outbox";
import { dropUnreached, moveEntries, moveUnreached } from "@/server/delivery/statements/mail-instead";
import { listSchedules } from "@/server/delivery/statements/policies";

/** Drops entries without a destination, such as after Pro ended, or emails them if it was a custom one. */
export async function endUnreached(
  tx: Queryable,
  channel: ChannelName,
  userIds: readonly string[],
  due: { until: Date; now: Date },
): Promise<void> {
  if (userIds.length === 0) return;
  if (givenOf(channel) === undefined) await dropUnreached(tx, channel, userIds, due.until);
  else await plan(tx, await moveUnreached(tx, channel, userIds, due), due.now);
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
