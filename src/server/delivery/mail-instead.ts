import { ownChannel } from "@/channels/own-channel";
import { type ChannelName, givenOf } from "@/channels/registry";
import { nextDueTimes } from "@/domain/delivery/digest-schedule";
import type { Queryable } from "@/server/platform/database";
import { rescheduleOutbox } from "@/server/delivery/statements/outbox";
import { dropUnreached, moveEntries, moveUnreached } from "@/server/delivery/statements/mail-instead";
import { listSchedules } from "@/server/delivery/statements/policies";

/** Browsers are additional to email, unless a watch names only them. */
const isOnlyNamed = (channel: ChannelName) => givenOf(channel) === undefined;

/** Emails the matches of entries without a destination, such as after Pro ended. Drops entries for the own address. */
export async function endUnreached(
  tx: Queryable,
  channel: ChannelName,
  userIds: readonly string[],
  due: { until: Date; now: Date },
): Promise<void> {
  if (userIds.length === 0) return;
  if (channel === ownChannel) return dropUnreached(tx, channel, userIds, due.until);
  const how = { ...due, onlyNamed: isOnlyNamed(channel) };
  await plan(tx, await moveUnreached(tx, channel, userIds, how), due.now);
}

/** Does the same for deliveries that were created for such a destination and ended unsent. */
export async function mailUnsent(
  tx: Queryable,
  channel: ChannelName,
  deliveryIds: readonly string[],
  now: Date,
): Promise<void> {
  if (deliveryIds.length === 0 || channel === ownChannel) return;
  const how = { now, onlyNamed: isOnlyNamed(channel) };
  await plan(tx, await moveEntries(tx, deliveryIds, how), now);
}

async function plan(tx: Queryable, pending: readonly { userId: string }[], now: Date): Promise<void> {
  if (pending.length === 0) return;
  const schedules = await listSchedules(tx, [...new Set(pending.map(({ userId }) => userId))]);
  for (const [userId, schedule] of schedules) await rescheduleOutbox(tx, userId, nextDueTimes(now, schedule));
}
