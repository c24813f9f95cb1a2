import { type ChannelName, givenOf } from "@/channels/registry";
import { nextSlots } from "@/domain/digest-schedule";
import type { Queryable } from "@/server/platform/database";
import { replanDebts } from "@/server/delivery/statements/debts";
import { moveEntries, moveUnreached } from "@/server/delivery/statements/mail-instead";
import { listSchedules } from "@/server/delivery/statements/policies";

/**
 * Has what these users are owed on a channel that people name addresses of, and that is for none of their destinations there any
 * more (Pro ended, or all that a watch names are off), told by mail, in the rhythm of their mails.
 */
export async function mailUnreached(
  tx: Queryable,
  channel: ChannelName,
  userIds: readonly string[],
  due: { until: Date; now: Date },
): Promise<void> {
  if (userIds.length === 0 || givenOf(channel) === undefined) return;
  await plan(tx, await moveUnreached(tx, channel, userIds, due), due.now);
}

/** The same of what deliveries carry that were sealed for such a destination and ended without being sent. */
export async function mailUnsent(
  tx: Queryable,
  channel: ChannelName,
  deliveryIds: readonly string[],
  now: Date,
): Promise<void> {
  if (deliveryIds.length === 0 || givenOf(channel) === undefined) return;
  await plan(tx, await moveEntries(tx, deliveryIds, now), now);
}

async function plan(tx: Queryable, owed: readonly { userId: string }[], now: Date): Promise<void> {
  if (owed.length === 0) return;
  const schedules = await listSchedules(tx, [...new Set(owed.map(({ userId }) => userId))]);
  for (const [userId, schedule] of schedules) await replanDebts(tx, userId, nextSlots(now, schedule));
}
